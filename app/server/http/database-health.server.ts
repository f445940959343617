import { isDatabaseBusy, isDatabaseDown, isQueryGivenUp } from '../../db/database-outage.server.ts'
import { requestState } from './request-state.server.ts'
import { log } from '../process/log.server.ts'

/**
 * Returns whether an error means that the database is down or busy, and if so turns the request's response into a 503.
 *
 * React Router catches what loaders throw, so `handleError` of entry.server.tsx calls this first and returns if it is
 * true. This sets a flag in the request's state (request-state.server.ts), and the HTTP layer then sends its 503 page
 * in place of what was rendered. It sees errors thrown by the handler by itself. No error boundary needs to know.
 */
export function recordDatabaseDown(error: unknown): boolean {
  const [down, busy] = [isDatabaseDown(error), isDatabaseBusy(error)]
  const state = requestState()
  // An occasional slow query is explained by load; if it is always the same query, it should be fixed.
  if (isQueryGivenUp(error)) log().warn({ err: error }, 'A query took longer than a page may wait')
  if (state && (busy || down)) state.databaseError ??= error
  if (state && busy) state.databaseIsBusy = true
  else if (state && down) state.databaseIsDown = true
  return down || busy
}
