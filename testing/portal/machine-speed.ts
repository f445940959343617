/**
 * Measures how much slower than when idle this machine is: a separate thread repeats a small piece of work and a disk
 * write. Tests scale their time limits by it, so that a slow machine is not mistaken for a fault of the portal.
 */
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'

const WORK_MS = 10
const BETWEEN_MS = 200
const BLOCK = Buffer.alloc(8192, 1)
/** Sequential disk writes of the database while a portal starts, heals or stops. */
const SYNCS = 20
/**
 * Beyond this duration of the work or the write, the portal's own limits mean nothing, since a page takes several such
 * steps.
 */
const SLOW_MS = 250

/**
 * Totals since the thread began: the actual duration of its work and that on a dedicated processor, and the count and
 * duration of its writes. Also two times: when the current step began, and when the last slow one ended.
 */
const PLACES = ['tookMs', 'workMs', 'syncs', 'syncMs', 'begunAt', 'slowAt'] as const
type Totals = Record<(typeof PLACES)[number], number>

export type MachineSpeed = {
  /** Scales a limit to this machine's pace since watching began. */
  stretched: (limitMs: number) => number
  /** Whether a small step took long since watching began. */
  wasSlow: () => boolean
}

let shared: Float64Array | undefined

/** Starts watching the pace of this machine. */
export function watchMachineSpeed(): MachineSpeed {
  const array = (shared ??= startThread())
  const [begun, begunAt] = [totalsOf(array), Date.now()]
  return {
    stretched(limitMs) {
      const now = totalsOf(array)
      // If that period was too short to measure, use all totals.
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
  // The open file handle is enough.
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

/** Uses this much processor time; returns the time actually used. */
function spend(ms: number): number {
  const before = process.threadCpuUsage()
  for (;;) {
    const { user, system } = process.threadCpuUsage(before)
    if ((user + system) / 1000 >= ms) return (user + system) / 1000
  }
}
