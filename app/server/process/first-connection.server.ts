import pg from 'pg'
import { log } from './log.server.ts'

const TIMEOUT_MS = 15_000
const QUIET_MS = 2000
/** For queries that no page makes: migrating a large table, or waiting for another node's migration. */
const QUERY_MS = 600_000

/**
 * Opens the connection by which a start finds its database. Logs a line while it waits, and throws a one-sentence error
 * if the database does not respond.
 */
export async function connectFirst(connection: pg.PoolConfig, timeoutMs = TIMEOUT_MS): Promise<pg.Client> {
  const client = new pg.Client({
    keepAlive: true,
    query_timeout: QUERY_MS,
    ...connection,
    connectionTimeoutMillis: timeoutMs,
  })
  client.on('error', () => {}) // the running query fails with it; without a listener it would end the process
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

/** Logs what a start waits for, if that takes more than a moment. */
export async function announceWaiting<T>(line: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => log().info(line), QUIET_MS)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}
