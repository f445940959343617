import path from 'node:path'
import type pg from 'pg'
import { findServer } from '../app/db/embedded-cluster.server.ts'
import { type Embedded, startEmbedded } from '../app/db/embedded.server.ts'
import { config } from '../app/server/config.server.ts'

/** The exit codes of a shell for a program that a signal ended. */
const CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

const interruption = new AbortController()
let exitCode = 0
/** The embedded server of this command, from the beginning of its start to the end of its release. */
let using: Promise<Embedded> | null = null

/**
 * The database of a command: that of the settings, or the embedded one, which is started where it does not run. Close
 * connections before `release`.
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

/**
 * Runs a command and returns its exit code. A signal ends it: an embedded server that nobody else uses is stopped, on which the
 * command fails and undoes its work. `explain` prints any other error and returns its code.
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
    // Node would end by itself while only a process that it does not wait for is waited for (`unref`).
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
  // Where a portal or another command goes on with the server, this one would not fail.
  if (findServer(path.join(config().dataDir, 'postgres'))) return
  await Promise.race([running, new Promise((resolve) => setTimeout(resolve, UNDO_MS))])
}

/** Time for a command to undo its work. */
const UNDO_MS = 10_000
