import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { log } from '../server/process/log.server.ts'
import { DatabaseStartError } from './embedded-account.server.ts'

/**
 * Waits until the server responds, and creates the database named in `connection` if it is missing. Returns false if
 * `isStopped` returns true, or if the server does not respond for a minute. Recovery from a crash has no time limit: if
 * the server were stopped, its next start would begin the recovery again.
 */
export async function waitUntilReady(connection: pg.ClientConfig, isStopped: () => boolean): Promise<boolean> {
  let [waited, recovering] = [0, 0]
  // The interval grows, since the server logs each attempt that comes too early.
  for (let pause = 10; waited < TIMEOUT; pause = Math.min(pause * 1.2, 250)) {
    const code = await attempt(connection)
    if (code === 'answers') return true
    if (code === UNKNOWN_DATABASE) {
      await createDatabase(connection)
      return true
    }
    if (code && !NOT_RUNNING.includes(code) && code !== 'stops' && code !== RECOVERS) {
      throw new DatabaseStartError(`PostgreSQL runs, but does not let us in (${code})`)
    }
    if (isStopped()) return false
    await sleep(pause)
    if (code !== RECOVERS) waited += pause
    else if (recovering < REPORT_AFTER && (recovering += pause) >= REPORT_AFTER) {
      log().warn('The embedded PostgreSQL is still starting: after a crash, this may take minutes')
    }
  }
  return false
}

/** Returns `answers`, `stops`, or the code of the connection error. */
export async function attempt(connection: pg.ClientConfig): Promise<string | undefined> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 })
  client.on('error', () => {}) // connect() and end() report it too; without a listener it would end the process
  try {
    await client.connect()
    return 'answers'
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    // The clusters' messages are in English.
    return code === RECOVERS && message.includes('shutting down') ? 'stops' : code
  } finally {
    await client.end().catch(() => {})
  }
}

async function createDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    await client.query(`create database ${client.escapeIdentifier(String(connection.database ?? connection.user))}`)
  } finally {
    await client.end()
  }
}

/** Error codes of a connection attempt where no server listens. */
export const NOT_RUNNING = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET']
const TIMEOUT = 60_000
/** A server that is starting after a clean stop needs less time. */
const REPORT_AFTER = 5000
const UNKNOWN_DATABASE = '3D000'
/** Also the code of a server that is shutting down. */
const RECOVERS = '57P03'
