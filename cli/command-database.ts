import path from 'node:path'
import type pg from 'pg'
import { openDatabase } from '../app/db/connection.server.ts'
import { findServer } from '../app/db/embedded-cluster.server.ts'
import { type Embedded, startEmbedded } from '../app/db/embedded.server.ts'
import { config } from '../app/server/process/config.server.ts'

/** Exit codes that a shell reports for a program that was ended by a signal. */
const CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

const interruption = new AbortController()
let exitCode = 0
/** The embedded server of this command, from the beginning of its launch until it is released. */
let using: Promise<Embedded> | null = null

/**
 * Returns a command's database: the configured database or the embedded one, whose server is started if it is not
 * running. Close all connections before you call `release`.
 */
export async function useDatabase(
  role: 'portal' | 'command',
): Promise<{ connection: pg.PoolConfig; release: () => Promise<void> }> {
  const { databaseDirectUrl, dataDir } = config()
  if (databaseDirectUrl) return { connection: { connectionString: databaseDirectUrl }, release: async () => {} }
  using = startEmbedded({ dataDir, role, signal: interruption.signal })
  const { connection, release } = await using
  return { connection, release: () => release().finally(() => (using = null)) }
}

/** Opens a command's database. Its queries may take a minute, since no page waits for them. */
export function openForCommand(connection: pg.PoolConfig): void {
  const limits = { statement_timeout: 60_000, connectionTimeoutMillis: 10_000 }
  openDatabase({ primary: { ...connection, ...limits }, onError: () => {} })
}

/**
 * Runs a command and returns its exit code. A signal interrupts the command: an embedded server that no other process
 * uses is stopped, so the command fails and undoes its work. `explain` prints any other error and returns its exit
 * code.
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
  if (!using) return
  await (await using.catch(() => null))?.release()
  // If a portal or another command keeps the server running, this command would not fail, so do not wait for it.
  if (findServer(path.join(config().dataDir, 'postgres'))) return
  await Promise.race([running, new Promise((resolve) => setTimeout(resolve, UNDO_MS))])
}

/** Time in ms for a command to undo its work. */
const UNDO_MS = 10_000
