import { isDatabaseBusy, isDatabaseDown, isQueryGivenUp } from '../db/database-outage.server.ts'
import { requestState } from './http-state.server.ts'
import { log } from './log.server.ts'

/**
 * Marks the request's answer as a 503 page where the error says that the database is down or busy; gives whether it does.
 *
 * How a request gets its 503: React Router catches what loaders throw, so `handleError` of entry.server.tsx calls
 * this first and returns when it says true. That sets a flag in the request's state (an
 * AsyncLocalStorage, http-state.server.ts); the HTTP layer sees it and sends its 503 page in place of what was rendered.
 * Errors thrown out of the handler itself are seen without any help. No error boundary needs to know.
 */
export function noteDatabaseDown(error: unknown): boolean {
  const [down, busy] = [isDatabaseDown(error), isDatabaseBusy(error)]
  const state = requestState()
  // Now and then that is the crowd; always the same one is a query to mend.
  if (isQueryGivenUp(error)) log().warn({ err: error }, 'A query took longer than a page may wait')
  if (state && (busy || down)) state.databaseError ??= error
  if (state && busy) state.databaseIsBusy = true
  else if (state && down) state.databaseIsDown = true
  return down || busy
}
