import { existsSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { attempt, findServer, hasLostItsFolder, stopServer } from './embedded-cluster.server.ts'

/**
 * What a portal is told of its server: that it is gone, that it could not be started again, that it is back; or that its
 * files are lost, which only a person can bring back.
 */
export type OnOutage = (is: 'gone' | 'failing' | 'lost' | 'back', error?: unknown) => void

/**
 * Brings the server back when it dies under a portal: PostgreSQL mends itself after most accidents, but not after a kill.
 * One that was told to stop is restarted as well: a smart stop would wait for the portal's connections for ever.
 */
export function watchServer(
  folder: string,
  connection: pg.PoolConfig,
  restart: (over: AbortSignal) => Promise<unknown>,
  onOutage: OnOutage,
): { end: () => Promise<void>; lastPid: () => number | undefined } {
  const over = new AbortController()
  let mending: Promise<void> | null = null
  let looksWhileItStops = 0
  let looksWithoutDoor = 0
  let told = ''
  let lastPid = findServer(folder)?.pid

  async function mend(): Promise<void> {
    // Where it was moved away, the server may go on there. Where it was removed, no more writes may be acknowledged.
    if (!existsSync(path.join(folder, 'PG_VERSION'))) {
      tellOnce('lost')
      if (lastPid && hasLostItsFolder(lastPid)) await stopServer(folder, 1000, lastPid)
      return
    }
    const server = findServer(folder)
    if (server) lastPid = server.pid
    looksWhileItStops = server?.stops ? looksWhileItStops + 1 : 0
    // At the first look it may be about to end by itself.
    if (server?.stops && looksWhileItStops < 2) return
    if (!server?.stops) {
      const code = await attempt(connection)
      if (code === 'answers') return tellWell()
      // One whose socket is gone lives on, and nobody can reach it.
      looksWithoutDoor = server && (code === 'ENOENT' || code === 'ECONNREFUSED') ? looksWithoutDoor + 1 : 0
      if (server && looksWithoutDoor < 2) return
    }
    if (!told) tellOnce('gone')
    await restart(over.signal)
    tellWell()
  }

  function tellOnce(is: 'gone' | 'lost'): void {
    if (told !== is) onOutage((told = is))
  }

  function tellWell(): void {
    if (told) onOutage('back')
    told = ''
  }

  const timer = setInterval(() => {
    mending ??= mend()
      .catch((error: unknown) => {
        // It is tried again at the next look; the same reason is told once. The server's own words below it have a time.
        const [reason = ''] = String(error).split('\n')
        if (over.signal.aborted || reason === told) return
        told = reason
        onOutage('failing', error)
      })
      .finally(() => (mending = null))
  }, LOOK_MS).unref()

  return {
    lastPid: () => lastPid,
    async end() {
      clearInterval(timer)
      over.abort()
      await mending
    },
  }
}

const LOOK_MS = 1000
