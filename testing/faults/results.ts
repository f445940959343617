import { execFileSync } from 'node:child_process'
import os from 'node:os'
import type { ReportedCase } from '../fixtures/case-report.ts'
import { markdownTable } from '../fixtures/markdown-table.ts'
import type { MachineSpeed } from '../portal/machine-speed.ts'
import type { Answer } from './requests.ts'

/** The result of a case. */
export type Tally = {
  rounds: number
  /** Writes that the portal acknowledged, and how many of them were missing afterwards. */
  acknowledged: number
  lost: number
  /** The duration that the target limits, for each round: of a start, a recovery, a response or a stop. */
  ms: number[]
  /** Failures to meet the target; empty if there are none. */
  faults: string[]
  /** The responses to the first faults. */
  details: string[]
  /** Why this machine cannot run it. */
  skipped?: string
}

export type Case = Tally & ReportedCase & { target: string }

/** What every family of cases receives. */
export type Run = {
  /** Only checks that a killed portal recovers without losing writes, for `npm test`. */
  short: boolean
  /** Runs a case; an error thrown by `work` is a fault, too. */
  check: (name: string, target: string, work: (tally: Tally) => Promise<void>) => Promise<void>
}

const MAX_DETAILED = 8
const SHOWN_CHARACTERS = 5000

/** Adds a fault, with the responses or text that explain it. */
export function addFault(tally: Tally, fault: string, about: (Answer | string)[] = []): void {
  const isNew = !tally.faults.includes(fault)
  tally.faults.push(fault)
  if (!isNew || tally.details.length >= MAX_DETAILED) return
  const lines = about.map((one) => (typeof one === 'string' ? one : describeAnswer(one)))
  tally.details.push([`✗ ${fault}`, ...lines.map((line) => `    ${line.slice(0, SHOWN_CHARACTERS)}`)].join('\n'))
}

/** Only ends a hang; `expectWithin` reports a step that took too long. */
export const HANG_MS = 180_000

/** Adds a fault if something took longer than its limit at this machine's pace. */
export function expectWithin(
  tally: Tally,
  machineSpeed: MachineSpeed,
  what: string,
  ms: number,
  limitMs: number,
): void {
  const most = machineSpeed.stretched(limitMs)
  if (ms <= most) return
  const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`
  addFault(tally, `${what} after more than ${seconds(limitMs)}`, [
    `It took ${seconds(ms)}; ${seconds(limitMs)} on an idle machine were ${seconds(most)} on this one.`,
  ])
}

function describeAnswer({ to, status, ms, text }: Answer): string {
  return `${to}: ${status || 'no response'} after ${Math.round(ms)} ms, ${JSON.stringify(text)}`
}

export function isPassed({
  faults,
  lost,
  rounds,
  skipped,
}: Pick<Tally, 'faults' | 'lost' | 'rounds' | 'skipped'>): boolean {
  return !skipped && faults.length === 0 && lost === 0 && rounds > 0
}

/** The cases as a Markdown table. */
export function formatCases(cases: Case[]): string {
  const head = ['family', 'case', 'rounds', 'acknowledged', 'lost', 'took', 'target', 'verdict']
  const rows = cases.map((one) => [
    one.family,
    one.name,
    String(one.rounds),
    one.acknowledged ? String(one.acknowledged) : '',
    one.acknowledged ? String(one.lost) : '',
    formatTimes(one.ms),
    one.target,
    verdictOf(one),
  ])
  return markdownTable([head, ...rows])
}

/** The results as a Markdown document, with the machine and the date. */
export function formatResults(cases: Case[], sum: string): string {
  return [
    '# Faults',
    `Made by \`npm run faults\` on ${new Date().toISOString().slice(0, 10)}, commit ${commit()}: ${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, ${os.type()} ${os.release().split('-')[0]}, Node ${process.versions.node}.`,
    'Each case causes a fault on a portal with real processes, PostgreSQL, sockets and a mail server. `took` is the median\n' +
      'and the maximum of the duration that the target limits.',
    formatCases(cases),
    sum,
    '',
  ].join('\n\n')
}

function formatTimes(ms: number[]): string {
  if (!ms.length) return ''
  const sorted = ms.toSorted((a, b) => a - b)
  const seconds = (value: number) => (value / 1000).toFixed(value < 100 ? 2 : 1)
  return `${seconds(sorted[Math.floor((sorted.length - 1) / 2)]!)}, ${seconds(sorted.at(-1)!)} s`
}

/** Lists each distinct fault once, with its number of occurrences. */
function verdictOf(one: Case): string {
  if (one.skipped) return `skipped: ${one.skipped}`
  if (isPassed(one)) return 'passed'
  const counted = new Map<string, number>()
  if (!one.rounds && !one.faults.length) return '**failed** no round ran'
  if (one.lost) counted.set('writes were lost', one.lost)
  for (const fault of one.faults) counted.set(fault, (counted.get(fault) ?? 0) + 1)
  const texts = [...counted].map(([fault, times]) => fault.slice(0, LONGEST) + (times > 1 ? ` (${times} ×)` : ''))
  const more = texts.length > SHOWN ? [`${texts.length - SHOWN} more`] : []
  return `**failed** ${[...texts.slice(0, SHOWN), ...more].join('; ')}`.replace(/[|\n]+/g, ' ').trim()
}

const SHOWN = 4
const LONGEST = 200

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return 'unknown'
  }
}
