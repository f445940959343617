import { existsSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { findServer, hasLostItsFolder, stopServer } from './embedded-cluster.server.ts'
import { attempt } from './embedded-ready.server.ts'

/**
 * Reports to a portal that its server has exited, that it failed to restart, or that it is running again; or that its
 * files are lost, which only a person can restore.
 */
export type OnOutage = (is: 'gone' | 'failing' | 'lost' | 'back', error?: unknown) => void

/**
 * Restarts the server if it exits while a portal runs: PostgreSQL recovers from most failures itself, but not from a
 * kill. A server that is shutting down on request is also restarted, since a smart shutdown would wait forever for the
 * portal's connections.
 */
export function watchServer(
  folder: string,
  connection: pg.PoolConfig,
  restart: (over: AbortSignal) => Promise<unknown>,
  onOutage: OnOutage,
): { end: () => Promise<void>; lastPid: () => number | undefined } {
  const over = new AbortController()
  let repairing: Promise<void> | null = null
  let looksWhileItStops = 0
  let looksWithoutDoor = 0
  let reported = ''
  let lastPid = findServer(folder)?.pid

  async function repair(): Promise<void> {
    // If the folder was moved, the server may continue to run there. If the folder was removed, no more writes may be
    // acknowledged.
    if (!existsSync(path.join(folder, 'PG_VERSION'))) {
      reportOnce('lost')
      if (lastPid && hasLostItsFolder(lastPid)) await stopServer(folder, 1000, lastPid)
      return
    }
    const server = findServer(folder)
    if (server) lastPid = server.pid
    looksWhileItStops = server?.stops ? looksWhileItStops + 1 : 0
    // At the first check, the server may be about to exit by itself.
    if (server?.stops && looksWhileItStops < 2) return
    if (!server?.stops) {
      const code = await attempt(connection)
      if (code === 'answers') return reportRecovery()
      // A server without its socket continues to run, but nobody can connect to it.
      looksWithoutDoor = server && (code === 'ENOENT' || code === 'ECONNREFUSED') ? looksWithoutDoor + 1 : 0
      if (server && looksWithoutDoor < 2) return
    }
    if (!reported) reportOnce('gone')
    await restart(over.signal)
    reportRecovery()
  }

  function reportOnce(is: 'gone' | 'lost'): void {
    if (reported !== is) onOutage((reported = is))
  }

  function reportRecovery(): void {
    if (reported) onOutage('back')
    reported = ''
  }

  const timer = setInterval(() => {
    repairing ??= repair()
      .catch((error: unknown) => {
        // The next check tries again. The same reason is reported once, regardless of the server's output below it,
        // which contains times.
        const [reason = ''] = String(error).split('\n')
        if (over.signal.aborted || reason === reported) return
        reported = reason
        onOutage('failing', error)
      })
      .finally(() => (repairing = null))
  }, LOOK_MS).unref()

  return {
    lastPid: () => lastPid,
    async end() {
      clearInterval(timer)
      over.abort()
      await repairing
    },
  }
}

const LOOK_MS = 1000
