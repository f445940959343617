import { idOf } from '../server/http/responses.server.ts'
import type { RouteHandle } from '../server/http/route-table.server.ts'
import { limit } from '../server/http/rate-limit.server.ts'
import type { Route } from './+types/views.route'
import { countBlogView } from './count-blog-views.server.ts'
import { NO_BLOG_POST } from './no-blog-post.ts'

export const handle: RouteHandle = { methods: ['POST'] }

/** POST: reports a view of a post. The server decides whether the view counts. */
export async function action({ request, params }: Route.ActionArgs) {
  await limit('views', request)
  countBlogView(request, idOf(params.id, NO_BLOG_POST))
  return new Response(null, { status: 204 })
}
