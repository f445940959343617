import { markdownTable } from '../fixtures/markdown-table.ts'
import type { Answer } from './send.ts'
import type { Watched } from './watch-portal.ts'

/** What came of a case. */
export type Tally = {
  sent: number
  /** How often each status came; 0 stands for no answer. */
  statuses: Map<number, number>
  slowestMs: number
  /** What fell short of the target; empty where nothing did. */
  faults: string[]
}

export type Case = Tally & Partial<Watched> & { family: string; name: string; target: string }

export function emptyTally(): Tally {
  return { sent: 0, statuses: new Map(), slowestMs: 0, faults: [] }
}

/** Counts answers in; gives back the last. */
export function count(tally: Tally, ...answers: Answer[]): void {
  for (const { status, ms } of answers) {
    tally.sent++
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
    tally.slowestMs = Math.max(tally.slowestMs, ms)
  }
}

/** A fault of a case, unless `holds`. */
export function expect(tally: Tally, holds: boolean, fault: string): void {
  if (!holds) tally.faults.push(fault)
}

export function isPassed({ faults }: Tally): boolean {
  return faults.length === 0
}

/** The cases as a table in Markdown. */
export function formatCases(cases: Case[]): string {
  const head = ['family', 'what was sent', 'times', 'answers', 'slowest', '/healthz', 'memory', 'target', 'verdict']
  return markdownTable([
    head,
    ...cases.map((one) => [
      one.family,
      one.name,
      String(one.sent),
      formatStatuses(one.statuses),
      formatMs(one.slowestMs),
      one.healthMs === undefined ? '' : formatMs(one.healthMs),
      one.grownMb == null ? '' : `+${one.grownMb.toFixed(0)} MB`,
      one.target,
      verdictOf(one),
    ]),
  ])
}

function formatStatuses(statuses: Map<number, number>): string {
  const sorted = [...statuses].toSorted(([a], [b]) => a - b)
  return sorted.map(([status, times]) => `${status || 'none'} × ${times}`).join(', ')
}

function formatMs(ms: number): string {
  return ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`
}

const SHOWN = 3

/** The same fault of many requests once, with how often. */
function verdictOf({ faults }: Tally): string {
  if (!faults.length) return 'passed'
  const counted = new Map<string, number>()
  for (const fault of faults) counted.set(fault, (counted.get(fault) ?? 0) + 1)
  const texts = Array.from(counted, ([fault, times]) => (times > 1 ? `${fault} (${times} ×)` : fault))
  const more = texts.length > SHOWN ? [`${texts.length - SHOWN} more`] : []
  return `**failed** ${[...texts.slice(0, SHOWN), ...more].join('; ')}`.replace(/[|\p{Cc}]+/gu, ' ').slice(0, 400)
}
