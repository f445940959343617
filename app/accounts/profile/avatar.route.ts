import { PICTURE_STATUS, PictureRefused } from '../../server/files/uploaded-picture.server.ts'
import { href } from 'react-router'
import { fileHref } from '../../lib/file-href.ts'
import { wantsPage } from '../../server/http/responses.server.ts'
import { redirectWithFlash } from '../../server/http/flash.server.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { limit } from '../../server/http/rate-limit.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import type { Route } from './+types/avatar.route'
import { AVATAR_BYTES, AVATAR_MESSAGES } from './profile-rules.ts'
import { changeAvatar } from './change-avatar.server.ts'
import { playerOrLogin } from '../require-player.server.ts'

export const handle: RouteHandle = { methods: ['POST'] }

/**
 * POST a form with the file `picture`: sets the signed-in player's picture. Responds with JSON to our script, and
 * otherwise redirects back.
 */
export async function action({ request }: Route.ActionArgs) {
  const back = href('/account')
  const player = await playerOrLogin(request, back)
  await limit('uploads', request)
  await limit('uploadsOfDay', request)
  try {
    const key = await changeAvatar(player.id, await readPicture(request))
    return wantsPage(request) ? redirectWithFlash(back, AVATAR_MESSAGES.done) : Response.json({ avatar: fileHref(key) })
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    const { fault } = error
    if (wantsPage(request)) return redirectWithFlash(back, AVATAR_MESSAGES[fault], { isFault: true })
    const headers = fault === 'busy' ? { 'Retry-After': '5' } : undefined
    return Response.json({ message: AVATAR_MESSAGES[fault] }, { status: PICTURE_STATUS[fault], headers })
  }
}

/** Allowance for the multipart form around the picture. */
const FORM_BYTES = 16 * 1024

async function readPicture(request: Request): Promise<Uint8Array> {
  const form = await formOf(request, AVATAR_BYTES + FORM_BYTES).catch((refused: unknown) => {
    throw refused instanceof Response && refused.status === 413 ? new PictureRefused('large') : refused
  })
  const picture = form.get('picture')
  if (!(picture instanceof File) || picture.size === 0) throw new PictureRefused('missing')
  if (picture.size > AVATAR_BYTES) throw new PictureRefused('large')
  return picture.bytes()
}
