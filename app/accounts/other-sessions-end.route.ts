import { href } from 'react-router'
import { answerDone } from '../server/answers.server.ts'
import { sendForm } from '../forms/send-form.ts'
import type { RouteHandle } from '../server/http-routes.server.ts'
import type { Route } from './+types/other-sessions-end.route'
import { playerOrLogin } from './require-player.server.ts'
import { endOtherSessions } from './sessions.server.ts'

export const handle: RouteHandle = { takes: ['POST'] }

const ENDED = 'All other sessions ended'

/** POST: ends all sessions of the acting player but the one that asks. */
export async function action({ request }: Route.ActionArgs) {
  const back = href('/account')
  await endOtherSessions(await playerOrLogin(request, back))
  return answerDone(request, back, ENDED)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { done: ENDED, failed: 'The other sessions were not ended' })
}
