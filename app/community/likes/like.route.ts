import { redirect } from 'react-router'
import { refererPath } from '../../accounts/referer-path.server.ts'
import { playerOrLogin } from '../../accounts/require-player.server.ts'
import { fieldText } from '../../forms/read-form.ts'
import { idOf, notFound, wantsPage } from '../../server/http/responses.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import { limit } from '../../server/http/rate-limit.server.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import type { Route } from './+types/like.route'
import { postHref } from '../community-href.ts'
import { likePost, unlikePost } from './likes.server.ts'
import { NO_POST } from '../post-messages.ts'

export const handle: RouteHandle = { methods: ['PUT', 'DELETE', 'POST'] }

/**
 * PUT likes the post for the signed-in player, DELETE unlikes it; both can be repeated and return `{ likes, isLiked }`
 * as JSON. A form without JavaScript posts the method as `_method` and is redirected to its page.
 */
export async function action({ request, params }: Route.ActionArgs) {
  await limit('reactions', request)
  const id = idOf(params.id, NO_POST)
  const player = await playerOrLogin(request, postHref(id))
  const method = request.method === 'POST' ? fieldText(await formOf(request), '_method') : request.method
  const liked = await (method === 'DELETE' ? unlikePost(player.id, id) : likePost(player.id, id))
  if (!liked) throw notFound(NO_POST)
  if (wantsPage(request)) return redirect(`${refererPath(request, postHref(id))}#like-${id}`, 303)
  return Response.json(liked, { headers: { 'Cache-Control': 'no-store' } })
}
