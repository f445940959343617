/**
 * npm run faults [-- --short] [-- family …]: breaks what the portal stands on, one thing at a time, and prints what came
 * of it. Ends with 1 where something fell short of its target. A whole run writes testing/faults/results.md.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { checkBuild } from '../../cli/prepare.mjs'
import { leave, leaveForGood, SECRET, unlessOver } from './portals.ts'
import { type Case, formatCases, formatResults, isPassed, type Run, type Tally } from './results.ts'

const FAMILIES = new Map<string, () => Promise<(run: Run) => Promise<void>>>([
  ['kills', async () => (await import('./kills.ts')).kills],
  ['first-starts', async () => (await import('./first-starts.ts')).firstStarts],
  ['connections', async () => (await import('./connections.ts')).connections],
  ['silence', async () => (await import('./silence.ts')).silence],
  ['frozen', async () => (await import('./frozen.ts')).frozen],
  ['replica', async () => (await import('./replica.ts')).replica],
  ['stops', async () => (await import('./stops.ts')).stops],
  ['disk', async () => (await import('./disk.ts')).disk],
  ['signals', async () => (await import('./signals.ts')).signals],
  ['mails', async () => (await import('./mails.ts')).mails],
  ['services', async () => (await import('./services.ts')).services],
  ['messages', async () => (await import('./messages.ts')).messages],
])

process.chdir(path.join(import.meta.dirname, '../..'))
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const short = process.argv.includes('--short')
const unknown = asked.find((word) => !FAMILIES.has(word))
if (unknown) quit(`There is no family "${unknown}": ${[...FAMILIES.keys()].join(', ')}`)
try {
  checkBuild()
} catch (error) {
  quit((error as Error).message)
}
if (process.platform !== 'linux') quit('npm run faults finds processes as Linux shows them: it runs on Linux only', 0)

// Who signs players in by hand needs the portals' secret.
process.env.AUTH_SECRET = SECRET
process.env.SITE_URL = 'http://localhost'
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void leaveForGood().finally(() => process.exit(130)))
}
// Also where nobody reads on: `npm run faults | head`.
process.on('uncaughtException', (error) => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') process.stderr.write(`${error.stack}\n`)
  void leaveForGood().finally(() => process.exit(1))
})

const cases: Case[] = []
for (const [family, load] of FAMILIES) {
  if (asked.length && !asked.includes(family)) continue
  const work = await load()
  await work({ short, check: (name, target, round) => check(family, name, target, round) }).catch((error: unknown) => {
    cases.push({ ...emptyTally(), family, name: 'its own start', target: 'opens', faults: [wordsOf(error)] })
  })
  await leave()
}

const tried = cases.filter(({ skipped }) => !skipped)
const passed = tried.filter(isPassed).length
const sum = `${passed} passed, ${tried.length - passed} failed`
if (!short && !asked.length) writeFileSync('testing/faults/results.md', formatResults(cases, sum))
console.log(`\n${formatCases(cases)}\n\n${sum}`)
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
  await work(tally).catch((error: unknown) => tally.faults.push(wordsOf(error)))
  await unlessOver()
  const one = { ...tally, family, name, target }
  cases.push(one)
  const word = one.skipped ? 'skipped' : isPassed(one) ? 'passed' : 'failed'
  process.stderr.write(`${word} (${((performance.now() - started) / 1000).toFixed(0)} s)\n`)
}

function emptyTally(): Tally {
  return { rounds: 0, acknowledged: 0, lost: 0, ms: [], faults: [] }
}

function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 300)
}

function quit(message: string, code = 2): never {
  console.error(message)
  process.exit(code)
}
