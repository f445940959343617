import { idOf, notFound } from '../../server/http/responses.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import { sessionToken } from '../../server/sessions/session.server.ts'
import { cacheHeaders } from '../../server/cache/cache-headers.server.ts'
import type { Route } from './+types/comments.route'
import { loadPost } from '../posts/load-post.server.ts'
import { afterOf } from './after.ts'
import { NO_POST } from '../post-messages.ts'

export const handle: RouteHandle = { methods: ['GET'] }

/** GET `?after=`: the comments of a post after the one with that id, as JSON `CommentList`. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const id = idOf(params.id, NO_POST)
  const page = await loadPost(id, afterOf(request), sessionToken(request))
  if (!page) throw notFound(NO_POST)
  const { comments, next } = page
  return Response.json({ comments, next }, { headers: cacheHeaders(`post:${id}`) })
}
