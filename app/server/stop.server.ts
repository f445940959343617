import type { Server } from 'node:http'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Embedded } from '../db/embedded.server.ts'
import { runClosers } from './http-shutdown.server.ts'
import { log } from './log.server.ts'

/** What a stop has to end, as far as the start has come. */
export type Running = { server?: Server; embedded?: Promise<Embedded> }

/**
 * How the portal ends, however it is told to (docs/decisions/016-however-it-is-stopped.md): requests that run are answered,
 * what is gathered is written, the database is stopped. Each step gives up in time for the next, since a supervisor that
 * loses patience leaves the database behind. `end` is called at last, with the exit code. `begun` tells those who are still
 * starting something.
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
    // No request runs any more when the rest is written and closed.
    await Promise.race([
      runClosers((name, error) => log().error({ err: error }, `Could not close: ${name}`)),
      sleep(CLOSED_MS - elapsed(), undefined, { ref: false, signal: hurried.signal }).catch(() => {}),
    ])
    const embedded = await running.embedded?.catch(() => null) // a start that failed has told so
    await embedded
      ?.release(Math.max(1000, DATABASE_MS - elapsed()))
      .catch((error: unknown) => log().error({ err: error }, 'Could not close: embedded database'))
    end(code)
  }

  const elapsed = () => performance.now() - began
  const stop = (code: number) => (stopping ??= run(code))

  /** A signal. The portal, its parent and their group are often told of one stop, each on its own: only who presses Ctrl+C again later is in a hurry. */
  function onSignal(signal: NodeJS.Signals): void {
    if (stopping && signal === 'SIGINT' && process.stdin.isTTY && elapsed() > ONE_STOP_MS) hurried.abort()
    void stop(0)
  }

  return { begun: begun.signal, stop, onSignal }
}

/**
 * Takes what was sent before the signal, and no second request of a connection; then stops accepting and lets requests finish. Cuts what
 * takes longer, or all when it is hurried.
 */
async function closeServer(server: Server, hurried: AbortSignal): Promise<void> {
  await takeWhatWaits(server, hurried)
  const closed = new Promise((resolve) => server.close(resolve))
  // A connection that is kept alive becomes idle once its request is answered.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), CUT_MS - ACCEPT_MS)
  hurried.addEventListener('abort', () => server.closeAllConnections())
  if (hurried.aborted) server.closeAllConnections()
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

/** A close would cut who is connected, but not accepted or read yet: a process that is busy has come to them once none came for a while. */
async function takeWhatWaits(server: Server, hurried: AbortSignal): Promise<void> {
  let came = 0
  server.on('connection', () => came++)
  server.prependListener('request', (_, res) => {
    came++
    res.shouldKeepAlive = false
  })
  const began = performance.now()
  for (
    let quiet = 0, before = 0;
    quiet < 4 && performance.now() - began < ACCEPT_MS && !hurried.aborted;
    before = came
  ) {
    await sleep(50)
    // What has come meanwhile is read after timers, and before an immediate runs.
    await setImmediate()
    quiet = came === before ? quiet + 1 : 0
  }
}

// Since the first signal, in ms; supervisors and people give ten seconds.
const ACCEPT_MS = 600
const CUT_MS = 5000
const CLOSED_MS = 7000
const DATABASE_MS = 8000
const END_MS = 9700
const ONE_STOP_MS = 2000
