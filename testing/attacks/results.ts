import { markdownTable } from '../fixtures/markdown-table.ts'
import type { ReportedCase } from '../fixtures/case-report.ts'
import { type Answer, describeAnswer } from './send.ts'
import type { Watched } from './watch-portal.ts'

/** The result of a case. */
export type Tally = {
  sent: number
  /** The number of responses by status; 0 means no response. */
  statuses: Map<number, number>
  slowestMs: number
  /** Failures to meet the target; empty if there are none. */
  faults: string[]
  /** The requests and responses of the first faults. */
  details: string[]
  /** The responses counted last, to which the next fault refers. */
  last: Answer[]
  /** The first responses of each status from 500 on. */
  broken: Answer[]
}

export type Case = Tally & Partial<Watched> & ReportedCase & { target: string }

const MAX_DETAILED = 8

export function emptyTally(): Tally {
  return { sent: 0, statuses: new Map(), slowestMs: 0, faults: [], details: [], last: [], broken: [] }
}

/** Counts responses. One that never arrived is a fault. */
export function count(tally: Tally, ...answers: Answer[]): void {
  tally.last = answers
  for (const answer of answers) {
    const { status, ms, isLate } = answer
    const times = (tally.statuses.get(status) ?? 0) + 1
    tally.sent++
    tally.statuses.set(status, times)
    tally.slowestMs = Math.max(tally.slowestMs, ms)
    if (status >= 500 && times <= 2) tally.broken.push(answer)
    if (isLate) expect(tally, false, `no response for ${Math.round(ms / 1000)} s`, [answer])
  }
}

/** Records a fault unless `holds`. It refers to the responses counted last, unless others are given. */
export function expect(tally: Tally, holds: boolean, words: string, about = tally.last): void {
  if (holds) return
  const fault = words.replace(/[\p{Cc}\p{Cf}]/gu, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`)
  const isNew = !tally.faults.includes(fault)
  tally.faults.push(fault)
  if (isNew && tally.details.length < MAX_DETAILED) {
    tally.details.push([`✗ ${fault}`, ...about.map(describeAnswer)].join('\n'))
  }
}

/** The cases as a Markdown table. */
export function formatCases(cases: Case[]): string {
  const head = ['family', 'attack', 'times', 'answers', 'slowest', '/healthz', 'memory', 'target', 'verdict']
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

/** Lists each distinct fault once, with its number of occurrences. */
function verdictOf({ faults }: Tally): string {
  if (!faults.length) return 'passed'
  const counted = new Map<string, number>()
  for (const fault of faults) counted.set(fault, (counted.get(fault) ?? 0) + 1)
  const texts = Array.from(counted, ([fault, times]) => (times > 1 ? `${fault} (${times} ×)` : fault))
  const more = texts.length > SHOWN ? [`${texts.length - SHOWN} more`] : []
  return `**failed** ${[...texts.slice(0, SHOWN), ...more].join('; ')}`.replace(/[|\p{Cc}]+/gu, ' ').slice(0, 400)
}
