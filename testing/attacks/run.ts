/**
 * npm run attack: attacks a portal on this machine from outside and prints the results. Exits with 1 if a target
 * is missed, and with 2 if it cannot run. Random choices follow TEST_SEED. Failures are described below the table and
 * in full in test-results/attacks/; test-results/attacks.json has an entry for each case.
 */
import path from 'node:path'
import { Argument, InvalidArgumentError } from 'commander'
import { createProgram } from '../../cli/command-line.ts'
import { checkBuild } from '../../cli/prepare.mjs'
import type { Attack, Bounds, Family } from './attack.ts'
import { accounts } from './accounts.ts'
import { bodies } from './bodies.ts'
import { headers } from './headers.ts'
import { held } from './held.ts'
import { hosts } from './hosts.ts'
import { limits } from './limits.ts'
import { writeCaseReport } from '../fixtures/case-report.ts'
import { seed } from '../fixtures/seeded-random.ts'
import { avoidEndOfDay } from '../fixtures/utc-day.ts'
import { startBareServer } from '../portal/bare-server.ts'
import { stopPortals } from '../portal/portal-process.ts'
import { paths } from './paths.ts'
import { races } from './races.ts'
import { redirects } from './redirects.ts'
import { type Case, emptyTally, expect, formatCases, type Tally } from './results.ts'
import { sendRequest } from './send.ts'
import { sessions } from './sessions.ts'
import { strings } from './strings.ts'
import { currentSlowness, startTarget, type Target } from './target.ts'
import { texts } from './texts.ts'
import { uploads } from './uploads.ts'
import { watchPortal } from './watch-portal.ts'

const FAMILIES = new Map<string, Family>(
  Object.entries({
    bodies,
    texts,
    paths,
    headers,
    limits,
    races,
    sessions,
    redirects,
    accounts,
    strings,
    hosts,
    uploads,
    held,
  }),
)
/** Limits for a case that sets no others: the delay of /healthz and the memory growth. */
const HEALTH_MS = 1000
const GROWN_MB = 150
/** A portal silent for longer has stopped. This only ends a hang. */
const SILENCE_MS = 60_000
const SHOWN_LOG = 30_000

process.chdir(path.join(import.meta.dirname, '../..'))
const program = createProgram('npm run attack --', 'Attacks a portal on this machine from outside.')
  .addArgument(new Argument('[family...]', 'run only these families of attacks').choices([...FAMILIES.keys()]))
  .option('--short', 'run only the part that npm test runs')
  .option('--url <url>', 'attack a running portal, such as http://127.0.0.1:3000', ownUrl)
  .exitOverride(({ exitCode }) => process.exit(exitCode && 2))
  .parse()
const { short = false, url } = program.opts<{ short?: true; url?: string }>()
const asked = program.args
try {
  if (!url) checkBuild()
} catch (error) {
  console.error((error as Error).message)
  process.exit(2)
}

process.stderr.write(`TEST_SEED=${seed}\n`)
const cases: Case[] = []
const healthPage = {
  path: '/healthz',
  headers: ['content-type', 'text/plain'],
  body: Buffer.from('ok').toString('base64'),
}
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(130))
// Covers a closed pipe, too: `npm run attack | head`.
process.on('uncaughtException', (error) => {
  if (!isStopping && (error as NodeJS.ErrnoException).code !== 'EPIPE') process.stderr.write(`${error.stack}\n`)
  stop(1)
})

// This server ends with this process.
const bare = await startBareServer([healthPage])
let target: Target = url ? { url, pid: null, own: null } : await startTarget()
for (const [family, attack] of FAMILIES) {
  if (asked.length && !asked.includes(family)) continue
  await attack({ short, target: () => target, check: (...given) => check(family, ...given) } satisfies Attack)
}
await Promise.all([bare.stop(), target.own?.stop()])
const again = (family: string) => `TEST_SEED=${seed} npm run attack -- ${short ? '--short ' : ''}${family}`
const described = writeCaseReport('attacks', cases, again)
const passed = cases.filter((one) => one.passed).length
console.log(`\n${formatCases(cases)}\n`)
if (described) console.log(`${described}\n`)
console.log(`TEST_SEED=${seed}\n${passed} passed, ${cases.length - passed} failed`)
process.exit(passed === cases.length ? 0 : 1)

/** Stops the run and its portals. What they interrupt is not reported. */
function stop(code: number): void {
  if (isStopping) return
  isStopping = true
  void stopPortals().finally(() => process.exit(code))
}

async function check(
  family: string,
  name: string,
  aim: string,
  work: (tally: Tally, target: Target) => Promise<void>,
  bounds: Bounds = {},
): Promise<void> {
  await avoidEndOfDay()
  process.stderr.write(`${family}: ${name} … `)
  const started = performance.now()
  const tally = emptyTally()
  const { healthMs: maxHealthMs = HEALTH_MS, grownMb = GROWN_MB, busy = false } = bounds
  const under = bounds.on ?? target
  const mark = under.own?.written() ?? 0
  const stopWatching = watchPortal({ url: under.url, pid: under.pid, bareUrl: `http://127.0.0.1:${bare.port}` })
  await work(tally, under).catch((error: unknown) => {
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' }
    tally.faults.push(message.slice(0, 200))
    tally.details.push(stack ?? message)
  })
  const { healthMs: measuredMs, grownMb: grown } = await stopWatching()
  const healthMs = measuredMs / currentSlowness()
  expect(tally, healthMs <= maxHealthMs, `/healthz took ${Math.round(healthMs)} ms longer than on a bare server`, [])
  expect(tally, (grown ?? 0) <= grownMb, `memory grew by ${grown?.toFixed(0)} MB; the limit is ${grownMb} MB`, [])
  for (const [status, times] of tally.statuses) {
    const about = tally.broken.filter((answer) => answer.status === status)
    expect(tally, status < 500 || (busy && status === 503), `${times} × ${status}`, about)
  }
  const output = under.own?.output(mark) ?? ''
  const errors = errorsIn(output)
  expect(tally, errors === 0, `${errors} errors in the log`, [])
  if (!bounds.on) await ensurePortal(tally)
  if (tally.faults.length)
    tally.details.push(`Expected: ${aim}`, `The portal's log during the case:\n${output.slice(-SHOWN_LOG) || 'empty'}`)
  const passed = !tally.faults.length
  const seconds = (performance.now() - started) / 1000
  cases.push({ ...tally, healthMs, grownMb: grown, family, name, target: aim, passed, seconds })
  process.stderr.write(`${passed ? 'passed' : 'failed'} (${seconds.toFixed(1)} s)\n`)
}

/** Ensures a responding portal for the next case, if necessary a new one on the same data. */
async function ensurePortal({ faults }: Tally): Promise<void> {
  // The run ends before this does.
  if (isStopping) return new Promise(() => {})
  const { own } = target
  if (own?.end()) faults.push('the portal exited')
  else if ((await sendRequest(target.url, { path: '/healthz', timeoutMs: SILENCE_MS })).status === 200) return
  else faults.push(`the portal did not respond for ${SILENCE_MS / 1000} s`)
  if (!own) throw new Error('The portal has exited')
  await own.kill()
  target = await startTarget({}, own.dataDir)
}

/** Counts errors in a portal's log, and stacks printed outside it. */
function errorsIn(output: string): number {
  return (output.match(/^(?:\{"level":"(?:error|fatal)"|\w*Error\b)/gm) ?? []).length
}

/** The origin of a portal on this machine; throws for any other. */
function ownUrl(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' || !/^(127\.\d+\.\d+\.\d+|localhost)$/.test(url.hostname))
    throw new InvalidArgumentError('Only portals on this machine may be attacked: http://127.0.0.1:…')
  return url.origin
}
