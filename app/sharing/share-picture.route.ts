import { redirect } from 'react-router'
import { idOf, notFound } from '../server/http/responses.server.ts'
import type { RouteHandle } from '../server/http/route-table.server.ts'
import type { SharedKind } from '../site/share-picture-href.ts'
import type { Route } from './+types/share-picture.route'
import { findSharePicture } from './share-picture.server.ts'

/** The kinds must match SharedKind. */
export const handle: RouteHandle = { files: /^\/share-pictures\/(?:site|(?:games|posts|blog)\/[1-9]\d{0,9})$/ }

const NONE = 'This picture doesn’t exist.'

/**
 * GET `/share-pictures/site` and `/share-pictures/{games, posts or blog}/{id}`: responds with the picture that other
 * sites show next to a link to the page.
 */
export async function loader({ params }: Route.LoaderArgs) {
  const [kind, id] = params['*'].split('/')
  const picture = await findSharePicture(id ? (kind as SharedKind) : null, id ? idOf(id, NONE) : 0)
  if (!picture) throw notFound(NONE)
  if (picture === 'busy') return redirect('/social.png', { status: 302, headers: { 'Cache-Control': 'no-store' } })
  return new Response(new Uint8Array(picture), {
    headers: { 'Content-Type': 'image/jpeg', 'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400' },
  })
}
