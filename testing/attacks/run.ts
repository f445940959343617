/**
 * npm run attack [-- --short] [-- --url http://127.0.0.1:3000] [-- family …]: attacks a portal on this machine as strangers
 * would, and prints what came of it. Ends with 1 where something fell short of its target.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkBuild } from '../../cli/prepare.mjs'
import type { Attack, Bounds, Family } from './attack.ts'
import { accounts } from './accounts.ts'
import { bodies } from './bodies.ts'
import { headers } from './headers.ts'
import { limits } from './limits.ts'
import { paths } from './paths.ts'
import { races } from './races.ts'
import { redirects } from './redirects.ts'
import { type Case, emptyTally, formatCases, isPassed, type Tally } from './results.ts'
import { ask } from './send.ts'
import { sessions } from './sessions.ts'
import { strings } from './strings.ts'
import { startTarget, type Target } from './target.ts'
import { texts } from './texts.ts'
import { watchPortal } from './watch-portal.ts'

const FAMILIES = new Map<string, Family>(
  Object.entries({ bodies, texts, paths, headers, limits, races, sessions, redirects, accounts, strings }),
)
/** What holds in every case: how long /healthz may take meanwhile, and what memory may grow by unless a case says otherwise. */
const HEALTH_MS = 1000
const GROWN_MB = 150
/** A portal that does not answer for longer has been stopped. */
const REST_MS = 10_000

process.chdir(path.join(import.meta.dirname, '../..'))
const { values, positionals: asked } = parse()
const short = values.short ?? false
const unknown = asked.find((name) => !FAMILIES.has(name))
if (unknown) quit(`There is no family "${unknown}": ${[...FAMILIES.keys()].join(', ')}`)
if (values.url && !isHere(values.url))
  quit('Only a portal at http://127.0.0.1:… may be attacked: it is your own machine')
try {
  if (!values.url) checkBuild()
} catch (error) {
  quit((error as Error).message)
}

const cases: Case[] = []
let target: Target = values.url ? { url: new URL(values.url).origin, pid: null, own: null } : await startTarget()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void target.own?.stop().finally(() => process.exit(130)))
}
try {
  for (const [family, attack] of FAMILIES) {
    if (asked.length && !asked.includes(family)) continue
    await attack({ short, target: () => target, check: (...given) => check(family, ...given) } satisfies Attack)
  }
} finally {
  await target.own?.stop()
}
const passed = cases.filter(isPassed).length
console.log(`\n${formatCases(cases)}\n\n${passed} passed, ${cases.length - passed} failed`)
process.exit(passed === cases.length ? 0 : 1)

async function check(
  family: string,
  name: string,
  aim: string,
  work: (tally: Tally, target: Target) => Promise<void>,
  bounds: Bounds = {},
): Promise<void> {
  process.stderr.write(`${family}: ${name} … `)
  const started = performance.now()
  const tally = emptyTally()
  const { grownMb = GROWN_MB, busy = false } = bounds
  const under = bounds.on ?? target
  const before = errorsOf(under)
  const stopWatching = watchPortal({ url: under.url, pid: under.pid })
  await work(tally, under).catch((error: unknown) => tally.faults.push(String(error).slice(0, 200)))
  const watched = await stopWatching()
  const { faults, statuses } = tally
  if (watched.healthMs > HEALTH_MS) faults.push(`/healthz took ${Math.round(watched.healthMs)} ms`)
  if ((watched.grownMb ?? 0) > grownMb) faults.push(`memory grew by ${watched.grownMb!.toFixed(0)} MB`)
  for (const [status, times] of statuses) {
    if (status >= 500 && !(busy && status === 503)) faults.push(`${times} × ${status}`)
  }
  const errors = errorsOf(under) - before
  if (errors > 0) faults.push(`${errors} errors in the log`)
  if (!bounds.on) await comeBack(tally)
  const one = { ...tally, ...watched, family, name, target: aim }
  cases.push(one)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stderr.write(`${isPassed(one) ? 'passed' : 'failed'} (${seconds} s)\n`)
}

/** The next case finds a portal that answers, if need be a new one on the same data. */
async function comeBack({ faults }: Tally): Promise<void> {
  const { own } = target
  if (own?.end()) faults.push('the portal ended')
  else if ((await ask(target.url, { path: '/healthz', patienceMs: REST_MS })).status === 200) return
  else faults.push(`the portal does not answer for ${REST_MS / 1000} s`)
  if (!own) throw new Error('The portal is gone')
  await own.kill()
  target = await startTarget({}, own.dataDir)
}

/** Errors that a portal has logged so far, and stacks that something beside its log has printed. */
function errorsOf({ own }: Target): number {
  return own ? (own.said().match(/^(?:\{"level":"(?:error|fatal)"|\w*Error\b)/gm) ?? []).length : 0
}

function isHere(url: string): boolean {
  return (
    URL.canParse(url) &&
    new URL(url).protocol === 'http:' &&
    /^(127\.\d+\.\d+\.\d+|localhost)$/.test(new URL(url).hostname)
  )
}

function parse() {
  try {
    return parseArgs({ options: { short: { type: 'boolean' }, url: { type: 'string' } }, allowPositionals: true })
  } catch (error) {
    quit((error as Error).message)
  }
}

function quit(message: string): never {
  console.error(message)
  process.exit(2)
}
