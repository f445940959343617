import { redirect } from 'react-router'
import { playerOrLogin } from '../../accounts/require-player.server.ts'
import { fieldText } from '../../forms/read-form.ts'
import { idOf, notFound, plain, wantsPage } from '../../server/http/responses.server.ts'
import { ATTEMPTS } from '../../server/http/count-attempts.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import { limit } from '../../server/http/rate-limit.server.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { markAnswer, unmarkAnswer } from './answers.server.ts'
import type { Route } from './+types/answer.route'
import { COMMENT_MESSAGES } from './comment-rules.ts'
import { commentHref } from '../community-href.ts'

export const handle: RouteHandle = { methods: ['PUT', 'DELETE', 'POST'] }

/**
 * PUT marks a comment as the answer to the signed-in player's Tips post, DELETE unmarks it. A form without JavaScript
 * posts the method as `_method` and is redirected to the comment.
 */
export async function action({ request, params }: Route.ActionArgs) {
  await limit('reactions', request)
  const id = idOf(params.id, COMMENT_MESSAGES.none)
  const player = await playerOrLogin(request, commentHref(id))
  const method = request.method === 'POST' ? fieldText(await formOf(request), '_method') : request.method
  const outcome = await (method === 'DELETE' ? unmarkAnswer(player.id, id) : markAnswer(player.id, id))
  if (outcome === 'none') throw notFound(COMMENT_MESSAGES.none)
  if (outcome === 'often')
    throw plain(429, COMMENT_MESSAGES.answersOften, { 'Retry-After': String(ATTEMPTS.answer.seconds) })
  if (wantsPage(request)) return redirect(commentHref(id), 303)
  return new Response(null, { status: 204 })
}
