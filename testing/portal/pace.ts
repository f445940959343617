/**
 * How much slower than an idle machine this one is at the moment: a thread of its own does the same little work over and over, and
 * writes to the disk. What takes longer on a slow machine is judged by it, so that a fault is the portal's and not the machine's.
 */
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'

const WORK_MS = 10
const BETWEEN_MS = 200
const BLOCK = Buffer.alloc(8192, 1)
/** What the database writes and waits for, one after the other, while a portal starts, heals or stops. */
const SYNCS = 20
/** Work and a write that take so long: where a page takes several such steps, the portal's own limits mean nothing. */
const SLOW_MS = 250

/**
 * Totals since the thread began: how long its work took, and would have with a processor of its own; how many writes, and how
 * long. The moments are by the clock: when it began what it is doing, and when it was last done with something slow.
 */
const PLACES = ['tookMs', 'workMs', 'syncs', 'syncMs', 'begunAt', 'slowAt'] as const
type Totals = Record<(typeof PLACES)[number], number>

export type Pace = {
  /** A limit as it is on this machine, from the moment on in which its pace began to be watched. */
  stretched: (limitMs: number) => number
  /** Whether little work took long since that moment. */
  wasSlow: () => boolean
}

let shared: Float64Array | undefined

/** Begins to look at the pace of this machine. */
export function watchPace(): Pace {
  const array = (shared ??= startThread())
  const [begun, begunAt] = [totalsOf(array), Date.now()]
  return {
    stretched(limitMs) {
      const now = totalsOf(array)
      // Where it was too short to say anything, what was before it does.
      const since = now.workMs > begun.workMs ? begun : totalsOf(new Float64Array(PLACES.length))
      const slower = (now.tookMs - since.tookMs) / (now.workMs - since.workMs || 1)
      const sync = (now.syncMs - since.syncMs) / (now.syncs - since.syncs || 1)
      return limitMs * Math.max(1, slower) + SYNCS * sync
    },
    wasSlow() {
      const now = totalsOf(array)
      return now.slowAt >= begunAt || (now.begunAt > 0 && Date.now() - now.begunAt >= SLOW_MS)
    },
  }
}

function totalsOf(array: Float64Array): Totals {
  return Object.fromEntries(PLACES.map((name, at) => [name, array[at]!])) as Totals
}

function startThread(): Float64Array {
  const array = new Float64Array(new SharedArrayBuffer(PLACES.length * Float64Array.BYTES_PER_ELEMENT))
  new Worker(import.meta.filename, { workerData: array }).unref()
  return array
}

if (!isMainThread && workerData instanceof Float64Array) await workIn(workerData)

async function workIn(array: Float64Array): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'playhall-pace-'))
  const file = openSync(path.join(folder, 'block'), 'w')
  // The open file is all that is needed.
  rmSync(folder, { recursive: true })
  const set = (name: keyof Totals, value: number) => (array[PLACES.indexOf(name)] = value)
  const add = (name: keyof Totals, ms: number) => set(name, array[PLACES.indexOf(name)]! + ms)
  try {
    for (;;) {
      set('begunAt', Date.now())
      const begun = performance.now()
      const worked = spend(WORK_MS)
      const written = performance.now()
      writeSync(file, BLOCK, 0, BLOCK.length, 0)
      fsyncSync(file)
      const end = performance.now()
      add('tookMs', written - begun)
      add('workMs', worked)
      add('syncs', 1)
      add('syncMs', end - written)
      set('begunAt', 0)
      if (end - begun >= SLOW_MS) set('slowAt', Date.now())
      await sleep(BETWEEN_MS)
    }
  } finally {
    closeSync(file)
  }
}

/** Uses so much time of the processor; gives how much it was. */
function spend(ms: number): number {
  const before = process.threadCpuUsage()
  for (;;) {
    const { user, system } = process.threadCpuUsage(before)
    if ((user + system) / 1000 >= ms) return (user + system) / 1000
  }
}
