import { href } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { limit } from '../../server/http/rate-limit.server.ts'
import { idOf } from '../../server/http/responses.server.ts'
import type { RouteHandle } from '../../server/http/route-table.server.ts'
import { NO_MANAGED_GAME } from '../management/edit/load-game-editor.server.ts'
import type { Route } from './+types/version-zip.route'
import { jsonAnswer } from './json-answer.server.ts'
import { submitVersion } from './submit-version.server.ts'

export const handle: RouteHandle = { methods: ['POST'] }

/** POST: the form of a new version, submitted by our script, which shows the progress. Responds with JSON. */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const gameId = idOf(params.id, NO_MANAGED_GAME)
  await limit('uploads', request)
  const redirectTo = href('/admin/games/:id/versions', params)
  return jsonAnswer(await submitVersion({ request, operator, gameId, redirectTo }))
}
