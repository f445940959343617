import pg from 'pg'
import { within } from '../lib/within.ts'

/** Whether an error, or any of its causes, says that the database cannot be reached. */
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
  // By name: while one develops, the pool is of an older copy of its module.
  return causesOf(error).some((one) => one.name === 'DatabaseBusyError' || isGivenUp(one))
}

/** Whether an error, or any of its causes, says that a query was cancelled after `statement_timeout`. */
export function isQueryGivenUp(error: unknown): boolean {
  return causesOf(error).some(isGivenUp)
}

/** Makes the function that asks the database, on a connection of its own, whether it answers within a second. */
export function createDatabaseProbe(connection: pg.PoolConfig): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null
  return () => (asking ??= ask(connection).finally(() => (asking = null)))
}

async function ask(connection: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2 * PROBE_MS })
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

// Shutting down, crashed, starting, no room on its disk or in memory, too many connections, faults of connections; who may not come in, or finds no database or
// its files; a disk that fails; a database that may not be written: what an operator did or can mend, no bug of ours.
const SQL_STATES = /^(57P0[123]|53[123]00|08...|28...|3D000|55000|58P01|58030|25006)$/
const SOCKET_CODES = new Set(
  'ECONNREFUSED ECONNRESET ENOENT EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN EACCES EMFILE ENFILE'.split(
    ' ',
  ),
)
const PG_MESSAGES =
  /^(Connection terminated|No answer (from|within) |timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|Query read timeout)/

/** With the SQL state of rights that are missing, as for a table that one may not read; what the system says comes last. */
const DISK_MESSAGES = /: (Read-only file system|Permission denied|Operation not permitted)$/

function isGivenUp(error: Error): boolean {
  return (error as { code?: unknown }).code === '57014'
}

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
  if (code === '42501') return DISK_MESSAGES.test(error.message)
  // Mail and storage fail with the same codes: it must have come by way of pg.
  const viaPg = String(address).includes('.s.PGSQL.') || /[\\/]pg(-pool)?[\\/]/.test(error.stack ?? '')
  return SOCKET_CODES.has(code) && viaPg
}
