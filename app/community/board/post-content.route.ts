import { idOf, notFound } from '../../server/http/responses.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import { sessionToken } from '../../server/sessions/session.server.ts'
import { cacheHeaders } from '../../server/cache/cache-headers.server.ts'
import type { Route } from './+types/post-content.route'
import { findContent } from '../posts/load-post.server.ts'
import { NO_POST } from '../post-messages.ts'

export const handle: RouteHandle = { methods: ['GET'] }

/** GET: the full text of a post, as JSON `{ content }`. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const id = idOf(params.id, NO_POST)
  const content = await findContent(id, sessionToken(request))
  if (content === null) throw notFound(NO_POST)
  return Response.json({ content }, { headers: cacheHeaders(`post:${id}`) })
}
