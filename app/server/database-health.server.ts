import pg from 'pg'
import { within } from '../lib/within.ts'
import { requestState } from './http-state.server.ts'
import { log } from './log.server.ts'

/**
 * Whether an error, or any of its causes, says that the database cannot be reached.
 *
 * How a request gets its 503: React Router catches what loaders throw, so `handleError` of entry.server.tsx calls
 * `noteDatabaseDown(error)` first and returns when it says true. That sets a flag in the request's state (an
 * AsyncLocalStorage, http-state.server.ts); the HTTP layer sees it and sends its 503 page in place of what was rendered.
 * Errors thrown out of the handler itself are seen without any help. No error boundary needs to know.
 */
export function isDatabaseDown(error: unknown): boolean {
  return causesOf(error).some(
    (one) => says(one) || (one instanceof AggregateError && one.errors.some((inner) => isDatabaseDown(inner))),
  )
}

/**
 * Whether an error, or any of its causes, says that the database answers but has too much to do: no connection was free
 * (app/db/pool.server.ts), or a query took longer than a page may wait.
 */
export function isDatabaseBusy(error: unknown): boolean {
  // By name: modules exist twice.
  return causesOf(error).some((one) => one.name === 'DatabaseBusyError' || isGivenUp(one))
}

/** Marks the request's answer as a 503 page where the error says that the database is down or busy; gives whether it does. */
export function noteDatabaseDown(error: unknown): boolean {
  const [down, busy] = [isDatabaseDown(error), isDatabaseBusy(error)]
  const state = requestState()
  // Now and then that is the crowd; always the same one is a query to mend.
  if (causesOf(error).some(isGivenUp)) log().warn({ err: error }, 'A query took longer than a page may wait')
  if (state && busy) state.databaseIsBusy = true
  else if (state && down) state.databaseIsDown = true
  return down || busy
}

/** Makes the function that asks the database, on a connection of its own, whether it answers within a second. */
export function createDatabaseProbe(connection: pg.PoolConfig): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null
  return () => (asking ??= ask(connection).finally(() => (asking = null)))
}

async function ask(connection: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: PROBE_MS })
  client.on('error', () => {})
  const answers = await within(
    PROBE_MS,
    client.connect().then(() => client.query('select 1')),
  ).then(
    () => true,
    () => false,
  )
  // With a question still open this cuts the line, since a server that hangs answers no goodbye either.
  client.end().catch(() => {})
  return answers
}

const PROBE_MS = 750

// Shutting down, crashed, starting, too many connections, faults of connections; who may not come in, or finds no database or
// its files; a database that may not be written: what an operator did or can mend, no bug of ours.
const SQL_STATES = /^(57P0[123]|53300|08...|28...|3D000|55000|58P01|25006)$/
const SOCKET_CODES = new Set(
  'ECONNREFUSED ECONNRESET ENOENT EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN EACCES EMFILE ENFILE'.split(
    ' ',
  ),
)
const PG_MESSAGES =
  /^(Connection terminated|No answer (from|within) |timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|Query read timeout)/

/** Cancelled after `statement_timeout`. */
const isGivenUp = (error: Error) => (error as { code?: unknown }).code === '57014'

/** An error and what caused it, the last first. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let one = error; one instanceof Error && causes.length < 8; one = one.cause) causes.push(one)
  return causes
}

function says(error: Error): boolean {
  const { code, address } = error as { code?: unknown; address?: unknown }
  if (PG_MESSAGES.test(error.message)) return true
  if (typeof code !== 'string') return false
  if (SQL_STATES.test(code)) return true
  // Mail and storage fail with the same codes: it must have come by way of pg.
  const viaPg = String(address).includes('.s.PGSQL.') || /[\\/]pg(-pool)?[\\/]/.test(error.stack ?? '')
  return SOCKET_CODES.has(code) && viaPg
}
