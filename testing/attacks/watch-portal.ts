/**
 * Runs in a separate thread, so that the attacker's own load does not count as the portal's: continuously requests
 * /healthz, and at the same time the same path from an idle bare server.
 */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, Worker } from 'node:worker_threads'
import { privateMb, stolenMs, waitedMs } from '../portal/measure-processes.ts'

/**
 * A portal's behaviour while watched. healthMs is its longest delay on /healthz beyond the bare server's, minus its
 * main thread's wait for a processor, so that it excludes the machine's slowness. grownMb is null if its process is
 * unknown.
 */
export type Watched = { healthMs: number; grownMb: number | null }

const BETWEEN_MS = 20
/** Reading a process's memory takes milliseconds of the processor time that the portal needs. */
const MEMORY_EVERY_MS = 200
/** This only ends a hang. */
const TIMEOUT_MS = 60_000

type Watch = { url: string; pid: number | null; bareUrl: string }

let thread: Worker | undefined

/** Watches one portal at a time, until the returned function is called. */
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

async function watchUntil({ url, pid, bareUrl }: Watch, shouldStop: () => boolean): Promise<Watched> {
  const before = pid && privateMb(pid)
  let [healthMs, mostMb, readAt] = [0, before, performance.now()]
  // Once more at the end, so that a portal that is still blocked counts.
  for (let isLast = false; !isLast;) {
    isLast = shouldStop()
    const waitBefore = processorWaitMs(pid)
    const [took, bare] = await Promise.all([requestHealth(url, ofPortal), requestHealth(bareUrl, ofBare)])
    healthMs = Math.max(healthMs, took - bare - (processorWaitMs(pid) - waitBefore))
    if (pid && mostMb !== null && (isLast || performance.now() - readAt >= MEMORY_EVERY_MS)) {
      mostMb = Math.max(mostMb, privateMb(pid))
      readAt = performance.now()
    }
    if (!isLast) await sleep(BETWEEN_MS)
  }
  return { healthMs, grownMb: mostMb !== null && before !== null ? mostMb - before : null }
}

/** How long the portal's main thread has waited for a processor so far, in ms. */
function processorWaitMs(pid: number | null): number {
  return (pid ? waitedMs(`${pid}/task/${pid}`) : 0) + stolenMs()
}

/**
 * Connections are reused: when an attack fills this machine's network, new ones take a second or more because of
 * retransmissions.
 */
const ofPortal = new Agent({ keepAlive: true, maxSockets: 1 })
const ofBare = new Agent({ keepAlive: true, maxSockets: 1 })

/** How long /healthz took, on a persistent connection; TIMEOUT_MS if it failed. */
function requestHealth(url: string, agent: Agent): Promise<number> {
  const started = performance.now()
  return new Promise((resolve) => {
    const sent = request(`${url}/healthz`, { agent, timeout: TIMEOUT_MS }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode === 200 ? performance.now() - started : TIMEOUT_MS))
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(TIMEOUT_MS))
    sent.end()
  })
}
