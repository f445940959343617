import { requireStaff } from '../../../accounts/operators/require-staff.server.ts'
import { idOf, notFound } from '../../../server/http/responses.server.ts'
import { findRun } from '../runs/list-runs.server.ts'
import type { Route } from './+types/run-progress.route'

const NO_RUN = 'This run doesn’t exist.'

/** GET: a run with its progress, as JSON. */
export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const run = await findRun(idOf(params.id, NO_RUN))
  if (!run) throw notFound(NO_RUN)
  return Response.json(run, { headers: { 'Cache-Control': 'private, no-store' } })
}
