import { href } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { addBlogPicture, BLOG_PICTURE_FORM } from '../blog-pictures.server.ts'
import { pictureMarkup } from '../blog-rules.ts'
import { fieldText } from '../../forms/read-form.ts'
import { wantsPage } from '../../server/http/responses.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import { redirectWithFlash } from '../../server/http/flash.server.ts'
import { limit } from '../../server/http/rate-limit.server.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { PICTURE_STATUS, type PictureFault, PictureRefused } from '../../server/files/uploaded-picture.server.ts'
import type { Route } from './+types/pictures.route'
import { loadEditedPost } from './load-edited-post.server.ts'

export const handle: RouteHandle = { methods: ['POST'] }

/**
 * POST, a form with the file `picture` and its alternative text `alt`: stores a picture of a post. Responds with JSON
 * to our script, else redirects to the editor.
 */
export async function action({ request, params }: Route.ActionArgs) {
  await requireStaff(request, 'blog')
  const back = href('/admin/blog/:id', params)
  const { id, format } = await loadEditedPost(params.id)
  await limit('uploads', request)
  await limit('uploadsOfDay', request)
  try {
    const { file, alt } = await readPicture(request)
    const picture = await addBlogPicture(id, file)
    if (!picture) throw new PictureRefused('missing')
    const markup = pictureMarkup(format, picture.src, alt)
    return wantsPage(request)
      ? redirectWithFlash(back, `The picture is stored. Add this to the text: ${markup}`)
      : Response.json({ src: picture.src, markup })
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    const { fault } = error
    if (wantsPage(request)) return redirectWithFlash(back, MESSAGES[fault], { isFault: true })
    const headers = fault === 'busy' ? { 'Retry-After': '5' } : undefined
    return Response.json({ message: MESSAGES[fault] }, { status: PICTURE_STATUS[fault], headers })
  }
}

/** Room for the rest of the form around a picture. */
const FORM_BYTES = 16 * 1024
const ALT_LENGTH = 400

async function readPicture(request: Request): Promise<{ file: Uint8Array; alt: string }> {
  const form = await formOf(request, BLOG_PICTURE_FORM.maxBytes + FORM_BYTES).catch((refused: unknown) => {
    throw refused instanceof Response && refused.status === 413 ? new PictureRefused('large') : refused
  })
  const picture = form.get('picture')
  if (!(picture instanceof File) || picture.size === 0) throw new PictureRefused('missing')
  return { file: await picture.bytes(), alt: fieldText(form, 'alt').slice(0, ALT_LENGTH) }
}

const MESSAGES: Readonly<Record<PictureFault, string>> = {
  missing: 'Please choose a picture',
  large: `The picture is larger than ${BLOG_PICTURE_FORM.maxBytes / 1e6} MB`,
  pixels: `The picture has more than ${BLOG_PICTURE_FORM.maxPixels / 1e6} million pixels`,
  type: 'Please choose a JPEG, PNG, WebP or GIF',
  broken: 'The picture is damaged',
  busy: 'Many pictures are being uploaded right now. Please try again in a moment',
  down: 'Pictures cannot be stored right now. Please try again later',
}
