import { existsSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { attempt, findServer, hasLostItsFolder, stopServer } from './embedded-cluster.server.ts'

/**
 * Reports to a portal that its server is gone, that it failed to restart, or that it is back; or that its files are
 * lost, which only a person can restore.
 */
export type OnOutage = (is: 'gone' | 'failing' | 'lost' | 'back', error?: unknown) => void

/**
 * Restarts the server when it dies under a portal: PostgreSQL recovers from most accidents, but not from a kill. A
 * server that is shutting down on request is restarted, too: a smart shutdown would wait for the portal's connections
 * forever.
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
    // If the folder was moved, the server may keep running there. If it was removed, no more writes may be
    // acknowledged.
    if (!existsSync(path.join(folder, 'PG_VERSION'))) {
      reportOnce('lost')
      if (lastPid && hasLostItsFolder(lastPid)) await stopServer(folder, 1000, lastPid)
      return
    }
    const server = findServer(folder)
    if (server) lastPid = server.pid
    looksWhileItStops = server?.stops ? looksWhileItStops + 1 : 0
    // At the first look, it may be about to exit by itself.
    if (server?.stops && looksWhileItStops < 2) return
    if (!server?.stops) {
      const code = await attempt(connection)
      if (code === 'answers') return reportRecovery()
      // A server without its socket keeps running, but nobody can reach it.
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
        // The next look tries again. The same reason is reported once; the server's output below it contains times.
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
