/** A thread of its own, so that what an attack costs its sender is not taken for the portal's: asks for /healthz all the time. */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { memoryMb } from '../bench/processes.ts'

/** What a portal was like while it was watched. Memory is null where its process is not known. */
export type Watched = { healthMs: number; grownMb: number | null; mostMb: number | null }

const BETWEEN_MS = 20
const PATIENCE_MS = 10_000

type Watch = { url: string; pid: number | null }

/** Watches a portal until the function that it gives is called. */
export function watchPortal(watch: Watch): () => Promise<Watched> {
  const worker = new Worker(import.meta.filename, { workerData: watch })
  return () =>
    new Promise((resolve, reject) => {
      worker.once('message', (watched: Watched) => {
        void worker.terminate()
        resolve(watched)
      })
      worker.once('error', reject)
      worker.postMessage('enough')
    })
}

if (parentPort) {
  const { url, pid } = workerData as Watch
  const before = memoryOf(pid)
  let [healthMs, mostMb, isWatching] = [0, before, true]
  parentPort.once('message', () => (isWatching = false))
  // Once more at the end: what holds it still then counts too.
  for (let isLast = false; !isLast;) {
    isLast = !isWatching
    healthMs = Math.max(healthMs, await askHealth(url))
    const now = memoryOf(pid)
    if (now !== null && mostMb !== null) mostMb = Math.max(mostMb, now)
    if (isWatching) await sleep(BETWEEN_MS)
  }
  const grownMb = mostMb !== null && before !== null ? mostMb - before : null
  parentPort.postMessage({ healthMs, grownMb, mostMb } satisfies Watched)
}

function memoryOf(pid: number | null): number | null {
  try {
    return pid ? memoryMb([pid]) : null
  } catch {
    return null
  }
}

/** How long /healthz took; PATIENCE_MS where it was not answered. */
function askHealth(url: string): Promise<number> {
  const started = performance.now()
  return new Promise((resolve) => {
    const sent = request(`${url}/healthz`, { agent: false, timeout: PATIENCE_MS }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode === 200 ? performance.now() - started : PATIENCE_MS))
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(PATIENCE_MS))
    sent.end()
  })
}
