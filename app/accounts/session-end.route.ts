import { href } from 'react-router'
import { answerDone, notFound } from '../server/answers.server.ts'
import { sendForm } from '../forms/send-form.ts'
import type { RouteHandle } from '../server/http-routes.server.ts'
import type { Route } from './+types/session-end.route'
import { playerOrLogin } from './require-player.server.ts'
import { endSessionOf } from './sessions.server.ts'

export const handle: RouteHandle = { takes: ['POST'] }

const ENDED = 'Session ended'

/** POST: ends one of the acting player's own sessions; 404 for any other. */
export async function action({ request, params }: Route.ActionArgs) {
  const back = href('/account')
  const { id } = await playerOrLogin(request, back)
  if (!(await endSessionOf(id, params.id))) throw notFound('That session has ended already.')
  return answerDone(request, back, ENDED)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { done: ENDED, failed: 'The session was not ended' })
}
