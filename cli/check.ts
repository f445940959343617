/**
 * npm run check: format, lint, types, unused code, then every test. The same list as the CI's. It goes on after a
 * failure, so that one run tells all; it ends with what failed, told once more, and counts checks and tests together.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const REPORTS = 'test-results'
const bin = path.resolve('node_modules/.bin')
const environment = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` }
const sum = { passed: 0, failed: 0 }
/** What failed and why, told at the end: a log of thousands of lines is often kept by its last ones alone. */
const failures: string[] = []

rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

check('Format', 'oxfmt', ['--check'])
// The linter reads types too.
check('Route types', 'react-router', ['typegen'])
check('Lint', 'oxlint', ['--type-aware'])
check('Types', 'tsc', ['--noEmit'])
check('Unused code', 'knip', [])
runTests('Unit and request tests', 'unit')
runBrowserTests()
runCases('Attacks', 'testing/attacks/run.ts')
runCases('Faults', 'testing/faults/run.ts')

if (failures.length > 0) console.log(`\nWhat failed\n${failures.join('\n')}`)
console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed ? 1 : 0)

function check(title: string, program: string, args: string[]): void {
  const started = Date.now()
  const done = spawnSync(program, args, { env: environment, encoding: 'utf8', maxBuffer: 64 << 20 })
  const passed = done.status === 0
  sum[passed ? 'passed' : 'failed']++
  console.log(`${passed ? '✓' : '✗'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  if (passed) return
  console.log(`${done.stdout}${done.stderr}${done.error?.message ?? ''}`)
  failures.push(`✗ ${title}`)
}

function runTests(title: string, name: string, files: string[] = [], more: Record<string, string> = {}): void {
  console.log(`\n${title}`)
  const report = `${REPORTS}/${name}.json`
  const args = ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const done = spawnSync('vitest', args, { env: { ...environment, ...more }, stdio: 'inherit' })
  if (!existsSync(report)) return fail(`vitest ended with ${done.status} and no report`)
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
  for (const { name: file, message, assertionResults } of testResults) {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    for (const { fullName, failureMessages } of failed) tellFailure(file, fullName, failureMessages[0])
    if (message && failed.length === 0) tellFailure(file, 'the file itself', message)
  }
  add(numPassedTests, numFailedTests, done.status, title)
}

function runBrowserTests(): void {
  console.log('\nBrowser tests')
  const done = spawnSync('playwright', ['test'], { env: environment, stdio: 'inherit' })
  const report = `${REPORTS}/e2e.json`
  if (!existsSync(report)) return fail(`playwright ended with ${done.status} and no report`)
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport
  for (const suite of suites) tellFailuresOf(suite)
  add(stats.expected, stats.unexpected + stats.flaky, done.status, 'Browser tests')
}

/** A short run of a command that prints its cases as a table, and their sum below. */
function runCases(title: string, program: string): void {
  console.log(`\n${title}`)
  const done = spawnSync(process.execPath, [program, '--short'], {
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  console.log(done.stdout)
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(done.stdout) ?? []
  if (!passed) return fail(`${program} ended with ${done.status} and no sum`)
  failures.push(...done.stdout.split('\n').filter((line) => /^\|.*\| \*\*failed\*\*/.test(line)))
  add(Number(passed), Number(failed), done.status, title)
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: PlaywrightSuite[]
}

interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    ok: boolean
    tests: { results: { errors: { message?: string; location?: { line: number } }[] }[] }[]
  }[]
}

function tellFailuresOf({ file, suites = [], specs }: PlaywrightSuite): void {
  for (const { title, tests } of specs.filter(({ ok }) => !ok)) {
    const errors = tests[0]?.results[0]?.errors ?? []
    // The first of a test that took too long says so and nothing else: what it waited for is in the next.
    const line = errors.find(({ location }) => location)?.location?.line
    tellFailure(line ? `${file}:${line}` : file, title, errors.map(({ message }) => message).join('\n'))
  }
  for (const suite of suites) tellFailuresOf(suite)
}

/** One failed test, with the beginning of its message: the whole is where it ran. */
function tellFailure(file: string, title: string, message = ''): void {
  const beginning = stripVTControlCharacters(message).split('\n').slice(0, 12)
  failures.push(
    [`✗ ${path.relative('', file)} › ${title}`, ...beginning.map((line) => `    ${line.slice(0, 200)}`)].join('\n'),
  )
}

function add(passed = 0, failed = 0, status: number | null, title: string): void {
  sum.passed += passed
  sum.failed += failed
  // A runner that fails without a failed test, as when one leaves an error behind, has failed all the same.
  if (status !== 0 && !failed) fail(`${title}: the runner ended with ${status}`)
}

function fail(message: string): void {
  console.log(`✗ ${message}`)
  failures.push(`✗ ${message}`)
  sum.failed++
}
