import pg from 'pg'
import { within } from '../lib/within.ts'

/** Whether an error, or any of its causes, means that the database cannot be reached. */
export function isDatabaseDown(error: unknown): boolean {
  return causesOf(error).some(
    (one) =>
      isOutageMessage(one) || (one instanceof AggregateError && one.errors.some((inner) => isDatabaseDown(inner))),
  )
}

/**
 * Whether an error, or any of its causes, means that the database responds and the same request may succeed soon: no
 * connection was free (app/db/pool.server.ts), a query took longer than a page may wait, or the transaction was rolled
 * back to end a deadlock.
 */
export function isDatabaseBusy(error: unknown): boolean {
  // Compares the name, since during development the pool may come from an older copy of its module.
  return causesOf(error).some((one) => one.name === 'DatabaseBusyError' || isTimedOut(one) || codeOf(one) === '40P01')
}

/** Whether an error, or any of its causes, means that a query was cancelled after `statement_timeout`. */
export function isQueryGivenUp(error: unknown): boolean {
  return causesOf(error).some(isTimedOut)
}

/** Returns a function that checks, on a separate connection, whether the database responds within a second. */
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
  // If a query is pending, this closes the socket, since a server that hangs would not respond to a clean disconnect
  // either.
  client.end().catch(() => {})
  return answers
}

const PROBE_MS = 750

// These errors are not bugs. An operator has caused them or can fix them: shutdown, crash, startup, full disk or
// memory, too many connections, connection faults, refused sign-ins, a missing database or missing files, a damaged
// disk, a read-only database.
const SQL_STATES = /^(57P0[123]|53[123]00|08...|28...|3D000|55000|58P01|58030|25006)$/
const SOCKET_CODES = new Set(
  `ECONNREFUSED ECONNRESET ENOENT EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN
   EACCES EMFILE ENFILE`.split(/\s+/),
)
/** The beginnings of these messages. */
const PG_MESSAGES = [
  'Connection terminated',
  'No answer from ',
  'No answer within ',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Query read timeout',
]

/**
 * These errors have the same SQL state as missing privileges for a table. Their message ends with the system's error.
 */
const DISK_MESSAGES = /: (Read-only file system|Permission denied|Operation not permitted)$/

function isTimedOut(error: Error): boolean {
  return codeOf(error) === '57014'
}

const codeOf = (error: Error) => (error as { code?: unknown }).code

/** Returns an error and its causes, outermost first. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let one = error; one instanceof Error && causes.length < 8; one = one.cause) causes.push(one)
  return causes
}

function isOutageMessage(error: Error): boolean {
  const { code, address } = error as { code?: unknown; address?: unknown }
  if (PG_MESSAGES.some((message) => error.message.startsWith(message))) return true
  if (typeof code !== 'string') return false
  if (SQL_STATES.test(code)) return true
  if (code === '42501') return DISK_MESSAGES.test(error.message)
  // Mail servers and storages cause the same codes, so check that the error came through pg.
  const viaPg = String(address).includes('.s.PGSQL.') || /[\\/]pg(-pool)?[\\/]/.test(error.stack ?? '')
  return SOCKET_CODES.has(code) && viaPg
}
