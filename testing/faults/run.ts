/**
 * npm run faults: breaks the portal's dependencies one at a time and prints the results. Exits with 1 if a target is
 * missed, and with 2 if it cannot run. A full run writes testing/faults/results.md. Random choices follow TEST_SEED.
 * Failures are described below the table and in full in test-results/faults/; test-results/faults.json has an entry for
 * each case.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { Argument } from 'commander'
import { createProgram } from '../../cli/command-line.ts'
import { checkBuild, installAll } from '../../cli/prepare.mjs'
import { writeCaseReport } from '../fixtures/case-report.ts'
import { seed } from '../fixtures/seeded-random.ts'
import { watchMachineSpeed } from '../portal/machine-speed.ts'
import { cleanUp, cleanUpForGood, listenToLogs, unlessInterrupted } from './portals.ts'
import { SECRET } from '../portal/settings.ts'
import { type Case, formatCases, formatResults, isPassed, type Run, type Tally } from './results.ts'

const FAMILIES = new Map<string, () => Promise<(run: Run) => Promise<void>>>([
  ['kills', async () => (await import('./kills.ts')).kills],
  ['first-starts', async () => (await import('./first-starts.ts')).firstStarts],
  ['connections', async () => (await import('./connections.ts')).connections],
  ['silence', async () => (await import('./silence.ts')).silence],
  ['frozen', async () => (await import('./frozen.ts')).frozen],
  ['stops', async () => (await import('./stops.ts')).stops],
  ['disk', async () => (await import('./disk.ts')).disk],
  ['signals', async () => (await import('./signals.ts')).signals],
  ['mails', async () => (await import('./mails.ts')).mails],
  ['services', async () => (await import('./services.ts')).services],
  ['pooler', async () => (await import('./pooler.ts')).pooler],
  ['clock', async () => (await import('./clock.ts')).clock],
  ['messages', async () => (await import('./messages.ts')).messages],
])

/** `--short` runs only this family: a portal killed during many writes recovers and has lost none. */
const SHORT = 'kills'

process.chdir(path.join(import.meta.dirname, '../..'))
const program = createProgram(
  'npm run faults --',
  'Breaks the dependencies of a portal, one at a time. Runs on Linux only.',
)
  .addArgument(new Argument('[family...]', 'run only these families of faults').choices([...FAMILIES.keys()]))
  .option('--short', `run only the first case of ${SHORT}, as npm test does`)
  .exitOverride(({ exitCode }) => process.exit(exitCode && 2))
  .parse()
const { short = false } = program.opts<{ short?: true }>()
const asked = program.args
if (short && asked.some((family) => family !== SHORT)) program.error(`error: --short runs only ${SHORT}`)
try {
  // Otherwise each `npm start` under test would install, without npm's cache and without the tests' own packages.
  await installAll()
  checkBuild()
} catch (error) {
  console.error((error as Error).message)
  process.exit(2)
}
if (process.platform !== 'linux') {
  console.error('npm run faults reads /proc, so it runs on Linux only')
  process.exit(0)
}

// Signing players in by hand needs the portals' secret.
process.env.AUTH_SECRET = SECRET
process.env.SITE_URL = 'http://localhost'
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void cleanUpForGood().finally(() => process.exit(130)))
}
// Covers a closed pipe, too: `npm run faults | head`.
process.on('uncaughtException', (error) => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') process.stderr.write(`${error.stack}\n`)
  void cleanUpForGood().finally(() => process.exit(1))
})

process.stderr.write(`TEST_SEED=${seed}\n`)
// Starts measuring now, so that the first limit has data.
watchMachineSpeed()
const cases: Case[] = []
for (const [family, load] of FAMILIES) {
  if (short ? family !== SHORT : asked.length && !asked.includes(family)) continue
  const work = await load()
  await work({ short, check: (name, target, round) => check(family, name, target, round) }).catch((error: unknown) => {
    const tally = { ...emptyTally(), faults: [wordsOf(error)], details: [stackOf(error)] }
    cases.push({ ...tally, family, name: 'its start', target: 'opens', seconds: 0, passed: false })
  })
  await cleanUp()
}

const tried = cases.filter(({ skipped }) => !skipped)
const passed = tried.filter((one) => one.passed).length
const sum = `${passed} passed, ${tried.length - passed} failed`
if (!short && !asked.length) writeFileSync('testing/faults/results.md', formatResults(cases, sum))
console.log(`\n${formatCases(cases)}\n`)
const described = writeCaseReport(
  'faults',
  tried,
  (family) => `TEST_SEED=${seed} npm run faults -- ${short ? '--short ' : ''}${family}`,
)
if (described) console.log(`${described}\n`)
console.log(`TEST_SEED=${seed}\n${sum}`)
process.exit(passed === tried.length ? 0 : 1)

async function check(
  family: string,
  name: string,
  target: string,
  work: (tally: Tally) => Promise<void>,
): Promise<void> {
  process.stderr.write(`${family}: ${name} … `)
  const started = performance.now()
  const tally = emptyTally()
  const logs = listenToLogs()
  await work(tally).catch((error: unknown) => {
    tally.faults.push(wordsOf(error))
    tally.details.push(stackOf(error))
  })
  await unlessInterrupted()
  const passed = isPassed(tally)
  if (!passed) tally.details.push(`Expected: ${target}`, logs())
  const seconds = (performance.now() - started) / 1000
  cases.push({ ...tally, family, name, target, passed, seconds })
  const word = tally.skipped ? 'skipped' : passed ? 'passed' : 'failed'
  process.stderr.write(`${word} (${seconds.toFixed(0)} s)\n`)
}

function emptyTally(): Tally {
  return { rounds: 0, acknowledged: 0, lost: 0, ms: [], faults: [], details: [] }
}

function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 300)
}

function stackOf(error: unknown): string {
  return (error instanceof Error && error.stack) || String(error)
}
