import type { Server } from 'node:http'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Embedded } from '../../db/embedded.server.ts'
import { runClosers } from '../http/shutdown.server.ts'
import { log } from './log.server.ts'

/** The parts that a stop has to close. A part is missing if startup has not reached it yet. */
export type Running = { server?: Server; embedded?: Promise<Embedded> }

/**
 * Returns functions that stop the portal, in the same way for every cause (docs/decisions/016-stopping.md). A stop
 * finishes requests, writes buffered data and stops the database. Each step has a time limit that leaves time for the
 * next step, since a supervisor may otherwise kill the portal and leave the database running. At the end, calls `end`
 * with the exit code. `begun` is a signal that aborts startup.
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
    // After the last request, write the buffered data and close the other parts.
    await Promise.race([
      runClosers((name, error) => log().error({ err: error }, `Could not close: ${name}`)),
      sleep(CLOSED_MS - elapsed(), undefined, { ref: false, signal: hurried.signal }).catch(() => {}),
    ])
    const embedded = await running.embedded?.catch(() => null) // a failed startup was already reported
    await embedded
      ?.release(Math.max(1000, DATABASE_MS - elapsed()))
      .catch((error: unknown) => log().error({ err: error }, 'Could not close: embedded database'))
    end(code)
  }

  const elapsed = () => performance.now() - began
  const stop = (code: number) => (stopping ??= run(code))

  /**
   * Handles a signal. A single stop often sends several signals, to the portal, its parent and their process group.
   * Only a later Ctrl+C means that the user is in a hurry.
   */
  function onSignal(signal: NodeJS.Signals): void {
    if (stopping && signal === 'SIGINT' && process.stdin.isTTY && elapsed() > ONE_STOP_MS) hurried.abort()
    void stop(0)
  }

  return { begun: begun.signal, stop, onSignal }
}

/**
 * Accepts requests that were sent before the signal, but no second request on a connection. Then stops accepting and
 * lets the running requests finish. Cuts off requests that take too long, or all of them if the user is in a hurry.
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
 * Waits for clients that are connected but not yet accepted or read, which closing would cut off. Once no client has
 * arrived for a while, even a busy process has accepted them all.
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
    // The event loop reads new data after timers and before immediates, so this lets it read what has arrived.
    await setImmediate()
    quiet = connections === before ? quiet + 1 : 0
  }
}

// Time limits in ms since the first signal. Supervisors and people wait ten seconds.
const ACCEPT_MS = 600
const CUT_MS = 5000
const CLOSED_MS = 7000
const DATABASE_MS = 8000
const END_MS = 9700
const ONE_STOP_MS = 2000
