/**
 * How much slower than an idle machine this one is at the moment: a thread of its own does the same little work over and over, and
 * writes to the disk. Limits are stretched by that, so that a fault is the portal's and not the machine's.
 */
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { addFault, type Tally } from './results.ts'

/** Only ends a hang: what took too long is told by `expectWithin`. */
export const HANG_MS = 180_000

const WORK_MS = 10
const BETWEEN_MS = 200
const BLOCK = Buffer.alloc(8192, 1)
/** What the database writes and waits for, one after the other, while a portal starts, heals or stops. */
const SYNCS = 20

/** Totals since the thread began: how long its work took, and would have with a processor of its own; how many writes, and how long. */
type Totals = { tookMs: number; workMs: number; syncs: number; syncMs: number }
const PLACES = ['tookMs', 'workMs', 'syncs', 'syncMs'] as const

export type Pace = {
  /** A limit as it is on this machine, from the moment on in which its pace began to be watched. */
  stretched: (limitMs: number) => number
}

let shared: Float64Array | undefined

/** Begins to look at the pace of this machine. */
export function watchPace(): Pace {
  const now = (shared ??= startThread())
  const begun = totalsOf(now)
  return {
    stretched(limitMs) {
      const all = totalsOf(now)
      // Where it was too short to say anything, what was before it does.
      const since = all.workMs > begun.workMs && all.syncs > begun.syncs ? begun : totalsOf(NONE)
      const slower = (all.tookMs - since.tookMs) / (all.workMs - since.workMs || 1)
      const sync = (all.syncMs - since.syncMs) / (all.syncs - since.syncs || 1)
      return limitMs * Math.max(1, slower) + SYNCS * sync
    },
  }
}

/** A fault where something took longer than its limit is at this pace. */
export function expectWithin(tally: Tally, pace: Pace, what: string, ms: number, limitMs: number): void {
  const most = pace.stretched(limitMs)
  const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`
  if (ms > most) {
    addFault(tally, `${what} after more than ${seconds(limitMs)}`, [
      `It took ${seconds(ms)}; ${seconds(limitMs)} of an idle machine were ${seconds(most)} on this one meanwhile.`,
    ])
  }
}

const NONE = new Float64Array(PLACES.length)

function totalsOf(array: Float64Array): Totals {
  return Object.fromEntries(PLACES.map((name, at) => [name, array[at]!])) as Totals
}

function startThread(): Float64Array {
  const array = new Float64Array(new SharedArrayBuffer(PLACES.length * Float64Array.BYTES_PER_ELEMENT))
  new Worker(import.meta.filename, { workerData: array }).unref()
  return array
}

if (!isMainThread && workerData instanceof Float64Array) await work(workerData)

async function work(totals: Float64Array): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'playhall-pace-'))
  const file = openSync(path.join(folder, 'block'), 'w')
  // The open file is all that is needed.
  rmSync(folder, { recursive: true })
  try {
    for (;;) {
      const begun = performance.now()
      const worked = spend(WORK_MS)
      const synced = performance.now()
      writeSync(file, BLOCK, 0, BLOCK.length, 0)
      fsyncSync(file)
      for (const [at, ms] of [synced - begun, worked, 1, performance.now() - synced].entries()) totals[at]! += ms
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
