import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import { idOf, notFound } from '../../../server/http/responses.server.ts'
import type { Route } from './+types/progress.route'
import { findStartedAction } from './find-bulk-action.server.ts'

const NO_ACTION = 'This action doesn’t exist.'

/** GET: a bulk action with its progress, as JSON. */
export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const started = await findStartedAction(idOf(params.id, NO_ACTION))
  if (!started) throw notFound(NO_ACTION)
  return Response.json(started, { headers: { 'Cache-Control': 'private, no-store' } })
}
