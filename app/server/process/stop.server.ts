import type { Server } from 'node:http'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Embedded } from '../../db/embedded.server.ts'
import { runClosers } from '../http/shutdown.server.ts'
import { log } from './log.server.ts'

/** What a stop has to close, as far as the start has come. */
export type Running = { server?: Server; embedded?: Promise<Embedded> }

/**
 * Stops the portal in the same way for every cause (docs/decisions/016-stopping.md): finishes requests,
 * writes gathered data, stops the database. Each step gives up in time for the next, since a supervisor that loses
 * patience leaves the database running. Calls `end` with the exit code at last. `begun` aborts work of the start.
 */
export function createStop(running: Running, end: (code: number) => void) {
  const begun = new AbortController()
  const hurried = new AbortController()
  let began = 0
  let stopping: Promise<void> | null = null

  async function run(code: number): Promise<void> {
    began = performance.now()
    begun.abort()
    setTimeout(end, END_MS, code || 1).unref()
    if (running.server) await closeServer(running.server, hurried.signal)
    // After the last request, write and close the rest.
    await Promise.race([
      runClosers((name, error) => log().error({ err: error }, `Could not close: ${name}`)),
      sleep(CLOSED_MS - elapsed(), undefined, { ref: false, signal: hurried.signal }).catch(() => {}),
    ])
    const embedded = await running.embedded?.catch(() => null) // a failed start has already been reported
    await embedded
      ?.release(Math.max(1000, DATABASE_MS - elapsed()))
      .catch((error: unknown) => log().error({ err: error }, 'Could not close: embedded database'))
    end(code)
  }

  const elapsed = () => performance.now() - began
  const stop = (code: number) => (stopping ??= run(code))

  /**
   * Handles a signal. One stop often sends several, to the portal, its parent and their group. Only a later Ctrl+C
   * means that the user is in a hurry.
   */
  function onSignal(signal: NodeJS.Signals): void {
    if (stopping && signal === 'SIGINT' && process.stdin.isTTY && elapsed() > ONE_STOP_MS) hurried.abort()
    void stop(0)
  }

  return { begun: begun.signal, stop, onSignal }
}

/**
 * Accepts what was sent before the signal, but no second request of a connection; then stops accepting and lets
 * requests finish. Cuts off those that take too long, or all in a hurry.
 */
async function closeServer(server: Server, hurried: AbortSignal): Promise<void> {
  await acceptPending(server, hurried)
  const closed = new Promise((resolve) => server.close(resolve))
  // A keep-alive connection becomes idle once its request is answered.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), CUT_MS - ACCEPT_MS)
  hurried.addEventListener('abort', () => server.closeAllConnections())
  if (hurried.aborted) server.closeAllConnections()
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

/**
 * Closing would cut off clients that are connected but not yet accepted or read. Once none has arrived for a while, a
 * busy process has handled them.
 */
async function acceptPending(server: Server, hurried: AbortSignal): Promise<void> {
  let connections = 0
  server.on('connection', () => connections++)
  server.prependListener('request', (_, res) => {
    connections++
    res.shouldKeepAlive = false
  })
  const began = performance.now()
  for (
    let quiet = 0, before = 0;
    quiet < 4 && performance.now() - began < ACCEPT_MS && !hurried.aborted;
    before = connections
  ) {
    await sleep(50)
    // What has arrived meanwhile is read after timers, and before an immediate runs.
    await setImmediate()
    quiet = connections === before ? quiet + 1 : 0
  }
}

// In ms since the first signal. Supervisors and people wait ten seconds.
const ACCEPT_MS = 600
const CUT_MS = 5000
const CLOSED_MS = 7000
const DATABASE_MS = 8000
const END_MS = 9700
const ONE_STOP_MS = 2000
