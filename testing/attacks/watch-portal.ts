/**
 * A thread of its own, so that what an attack costs its sender is not taken for the portal's: asks for /healthz all the time, and
 * in the same moment a bare server that nobody attacks for the same.
 */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, Worker } from 'node:worker_threads'
import { privateMb, stolenMs, waitedMs } from '../portal/measure-processes.ts'

/**
 * What a portal was like while it was watched. healthMs is the longest by which it answered /healthz later than the bare server
 * did, without what its own main thread waited for a processor: what is left is not the machine's. Memory is null where its
 * process is not known.
 */
export type Watched = { healthMs: number; grownMb: number | null }

const BETWEEN_MS = 20
/** This only ends a hang. */
const PATIENCE_MS = 60_000

type Watch = { url: string; pid: number | null; bareUrl: string }

let thread: Worker | undefined

/** Watches a portal until the function that it gives is called; one at a time. */
export function watchPortal(watch: Watch): () => Promise<Watched> {
  const worker = (thread ??= new Worker(import.meta.filename))
  worker.unref()
  worker.postMessage(watch)
  return async () => {
    worker.postMessage(null)
    return ((await once(worker, 'message')) as [Watched])[0]
  }
}

if (parentPort) {
  const port = parentPort
  let isWatching = false
  port.on('message', (asked: Watch | null) => {
    isWatching = asked !== null
    if (asked) void watchUntil(asked, () => !isWatching).then((watched) => port.postMessage(watched))
  })
}

async function watchUntil({ url, pid, bareUrl }: Watch, isEnough: () => boolean): Promise<Watched> {
  const before = pid && privateMb(pid)
  let [healthMs, mostMb] = [0, before]
  // Once more at the end: what holds it still then counts too.
  for (let isLast = false; !isLast;) {
    isLast = isEnough()
    const keptBefore = keptMs(pid)
    const [took, bare] = await Promise.all([askHealth(url, ofPortal), askHealth(bareUrl, ofBare)])
    healthMs = Math.max(healthMs, took - bare - (keptMs(pid) - keptBefore))
    if (pid && mostMb !== null) mostMb = Math.max(mostMb, privateMb(pid))
    if (!isLast) await sleep(BETWEEN_MS)
  }
  return { healthMs, grownMb: mostMb !== null && before !== null ? mostMb - before : null }
}

/** How long the portal's main thread has waited for a processor so far, in ms. */
function keptMs(pid: number | null): number {
  return (pid ? waitedMs(`${pid}/task/${pid}`) : 0) + stolenMs()
}

/** Where an attack fills the network of this machine, a new connection waits a second and more for packets that are sent again. */
const ofPortal = new Agent({ keepAlive: true, maxSockets: 1 })
const ofBare = new Agent({ keepAlive: true, maxSockets: 1 })

/** How long /healthz took, over a connection that stays; PATIENCE_MS where it was not answered. */
function askHealth(url: string, agent: Agent): Promise<number> {
  const started = performance.now()
  return new Promise((resolve) => {
    const sent = request(`${url}/healthz`, { agent, timeout: PATIENCE_MS }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode === 200 ? performance.now() - started : PATIENCE_MS))
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(PATIENCE_MS))
    sent.end()
  })
}
