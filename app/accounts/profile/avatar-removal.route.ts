import { href } from 'react-router'
import { wantsPage } from '../../server/http/responses.server.ts'
import { redirectWithFlash } from '../../server/http/flash.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import type { Route } from './+types/avatar-removal.route'
import { AVATAR_MESSAGES } from './profile-rules.ts'
import { removeAvatar } from './change-avatar.server.ts'
import { playerOrLogin } from '../require-player.server.ts'

export const handle: RouteHandle = { methods: ['POST'] }

/** POST: removes the signed-in player's picture. */
export async function action({ request }: Route.ActionArgs) {
  const back = href('/account')
  const { id } = await playerOrLogin(request, back)
  await removeAvatar(id)
  return wantsPage(request) ? redirectWithFlash(back, AVATAR_MESSAGES.removed) : Response.json({ avatar: null })
}
