import { limit } from '../../server/http/rate-limit.server.ts'
import { sessionToken } from '../../server/sessions/session.server.ts'
import { cacheHeaders } from '../../server/cache/cache-headers.server.ts'
import type { Route } from './+types/board-posts.route'
import { boardQueryOf } from './board-query.ts'
import { listPosts } from './list-posts.server.ts'

/** GET with the board's query: the next posts of a list, as JSON `PostList`. */
export async function loader({ request }: Route.LoaderArgs) {
  const query = boardQueryOf(request)
  if (query.search) await limit('search', request)
  return Response.json(await listPosts(query, sessionToken(request)), { headers: cacheHeaders('community') })
}
