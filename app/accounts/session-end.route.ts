import { data, href, redirect } from 'react-router'
import { notFound } from '../server/answers.server.ts'
import { wantsPage } from '../server/wants-page.server.ts'
import { sayOutcome } from '../forms/say-outcome.ts'
import type { RouteHandle } from '../server/http-routes.server.ts'
import type { Route } from './+types/session-end.route'
import { playerOrLogin } from './require-player.server.ts'
import { endSessionOf } from './sessions.server.ts'

export const handle: RouteHandle = { takes: ['POST'] }

/** POST: ends one of the acting player's own sessions; 404 for any other. */
export async function action({ request, params }: Route.ActionArgs) {
  const back = href('/account')
  const { id } = await playerOrLogin(request, back)
  if (!(await endSessionOf(id, params.id))) throw notFound('That session has ended already.')
  return wantsPage(request) ? redirect(`${back}?done=session`, 303) : data({ errors: null })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOutcome(serverAction, { done: 'Session ended', failed: 'The session was not ended' })
}
