import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import type { Load, LoadResult } from './load-client.ts'

/** Sends the requests from a separate process; returns its measurements. */
export async function sendLoad(load: Load): Promise<LoadResult> {
  const client = spawn(process.execPath, [path.join(import.meta.dirname, 'load-client.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(client, 'exit')
  client.stdin.end(JSON.stringify(load))
  const [result, [code]] = await Promise.all([json(client.stdout).catch(() => null), ended])
  if (code !== 0) throw new Error(`The load client exited with ${String(code)}`)
  return result as LoadResult
}

let asked = 0

/** A visitor's address, new every forty requests, since an address has 60 searches a minute and 300 pages in five. */
export function nextAddress(): string {
  const visitor = Math.floor(asked++ / 40)
  return `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`
}

/** The median of several rounds; half of them are between `low` and `high`. */
export type Spread = { middle: number; low: number; high: number }

export function spreadOf(values: number[]): Spread {
  return { middle: median(values), low: percentile(values, 0.25), high: percentile(values, 0.75) }
}

export function medianOf<Key extends string>(rounds: Record<Key, number>[], key: Key): number {
  return median(rounds.map((round) => round[key]))
}

export function median(values: number[]): number {
  return percentile(values, 0.5)
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
