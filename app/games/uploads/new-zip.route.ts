import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { limit } from '../../server/http/rate-limit.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import type { Route } from './+types/new-zip.route'
import { jsonAnswer } from './json-answer.server.ts'
import { gameAdded } from './game-added.server.ts'
import { submitZipGame } from './submit-new-game.server.ts'

export const handle: RouteHandle = { methods: ['POST'] }

/** POST: the form of a game with a zip, submitted by our script, which shows the progress. Responds with JSON. */
export async function action({ request }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  await limit('uploads', request)
  const result = await submitZipGame(request, operator)
  return jsonAnswer(result.refused ?? gameAdded(request, result.id))
}
