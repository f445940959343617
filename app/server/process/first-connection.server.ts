import pg from 'pg'
import { log } from './log.server.ts'

const TIMEOUT_MS = 15_000
const QUIET_MS = 2000
/** A long timeout in ms, for migrating a large table and for waiting until another node has migrated. */
const QUERY_MS = 600_000

/**
 * Opens the first connection to the database at startup. Logs a line if it has to wait. Throws an error with a
 * one-sentence message if the database does not respond.
 */
export async function connectFirst(connection: pg.PoolConfig, timeoutMs = TIMEOUT_MS): Promise<pg.Client> {
  const client = new pg.Client({
    keepAlive: true,
    query_timeout: QUERY_MS,
    ...connection,
    connectionTimeoutMillis: timeoutMs,
  })
  client.on('error', () => {}) // without a listener, the error would crash the process; the running query also fails
  const place = client.host.startsWith('/') ? client.host : `${client.host}:${client.port}`
  try {
    await announceWaiting(`Waiting for the database at ${place}`, client.connect())
    return client
  } catch (error) {
    await client.end()
    const isSilent = (error as Error).message === 'timeout expired'
    throw isSilent ? new Error(`No answer from ${place} within ${timeoutMs / 1000} seconds`) : error
  }
}

/** Returns the result of `work`. Logs `line` if the work takes longer than QUIET_MS. */
export async function announceWaiting<T>(line: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => log().info(line), QUIET_MS)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}
