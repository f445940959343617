import { Socket } from 'node:net'
import { addAbortSignal } from 'node:stream'
import type pg from 'pg'
import { openDatabase } from '../app/db/connection.server.ts'
import { type Embedded, startEmbedded } from '../app/db/embedded.server.ts'
import { config } from '../app/server/process/config.server.ts'

/** Exit codes that a shell reports for a program that was ended by a signal. */
const CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

const interruption = new AbortController()
let exitCode = 0
/** Whether this command has begun to use a database, and so may have work to undo. */
let hasBegun = false
/** The embedded server of this command, from the beginning of its launch until it is released. */
let using: Promise<Embedded> | null = null

/**
 * Returns a command's database: the configured database or the embedded one, whose server is started if it is not
 * running. A signal ends its connections. Close all of them before you call `release`.
 */
export async function useDatabase(
  role: 'portal' | 'command',
): Promise<{ connection: pg.PoolConfig; release: () => Promise<void> }> {
  const { databaseDirectUrl, dataDir } = config()
  interruption.signal.throwIfAborted()
  hasBegun = true
  const stream = () => addAbortSignal(interruption.signal, new Socket())
  if (databaseDirectUrl) return { connection: { connectionString: databaseDirectUrl, stream }, release: async () => {} }
  using = startEmbedded({ dataDir, role, signal: interruption.signal })
  const { connection, release } = await using
  return { connection: { ...connection, stream }, release: () => release().finally(() => (using = null)) }
}

/** Opens a command's database. Its queries may take a minute, since no page waits for them. */
export function openForCommand(connection: pg.PoolConfig): void {
  const limits = { statement_timeout: 60_000, connectionTimeoutMillis: 10_000 }
  openDatabase({ primary: { ...connection, ...limits }, onError: () => {} })
}

/**
 * Runs a command and returns its exit code. A signal interrupts the command: its connections to the database end, so
 * the command fails and undoes its work. `explain` prints any other error and returns its exit code.
 */
export async function runInterruptibly(
  work: () => Promise<number>,
  explain: (error: unknown) => number,
): Promise<number> {
  const running = work().catch((error: unknown) => (exitCode ? exitCode : explain(error)))
  const onSignal = (signal: keyof typeof CODES) => {
    if (exitCode) return
    exitCode = CODES[signal]
    console.error(`Interrupted by ${signal}`)
    interruption.abort()
    // Without a timer, Node would exit here, since the child process is unreferenced.
    setInterval(() => {}, 1000)
    void releaseNow(running).finally(() => process.exit(exitCode))
  }
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => onSignal(signal))
  const code = await running
  return exitCode || code
}

async function releaseNow(running: Promise<unknown>): Promise<void> {
  if (!hasBegun) return
  await (await using?.catch(() => null))?.release()
  await Promise.race([running, new Promise((resolve) => setTimeout(resolve, UNDO_MS))])
}

/** Time in ms for a command to undo its work. */
const UNDO_MS = 30_000
