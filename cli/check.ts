/**
 * npm run check: format, lint, types, unused code, then every test. The same list as the CI's. It goes on after a
 * failure, so that one run tells all; the last line counts checks and tests together.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { startInstalledServer } from '../tests/database.ts'

const REPORTS = 'test-results'
const bin = path.resolve('node_modules/.bin')
const environment = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` }
const sum = { passed: 0, failed: 0 }

rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

check('Format', 'oxfmt', ['--check'])
check('Lint', 'oxlint', ['--type-aware'])
check('Route types', 'react-router', ['typegen'])
check('Types', 'tsc', ['--noEmit'])
check('Unused code', 'knip', [])
runTests('Unit and request tests', 'unit')
await runTestsOnInstalledServer()
runBrowserTests()
runFaults()

console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed ? 1 : 0)

function check(title: string, program: string, args: string[]): void {
  const started = Date.now()
  const done = spawnSync(program, args, { env: environment, encoding: 'utf8', maxBuffer: 64 << 20 })
  const passed = done.status === 0
  sum[passed ? 'passed' : 'failed']++
  console.log(`${passed ? '✓' : '✗'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  if (!passed) console.log(`${done.stdout}${done.stderr}${done.error?.message ?? ''}`)
}

function runTests(title: string, name: string, files: string[] = [], more: Record<string, string> = {}): void {
  console.log(`\n${title}`)
  const report = `${REPORTS}/${name}.json`
  const args = ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const done = spawnSync('vitest', args, { env: { ...environment, ...more }, stdio: 'inherit' })
  if (!existsSync(report)) return fail(`vitest ended with ${done.status} and no report`)
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>
  add(numPassedTests, numFailedTests, done.status)
}

/** Operators bring their own PostgreSQL, 15 or later: what speaks to a database is run on an installed one as well. */
async function runTestsOnInstalledServer(): Promise<void> {
  const server = await startInstalledServer()
  if (!server) return console.log('\nNo PostgreSQL is installed here: the embedded one was tested alone')
  const files = globSync('app/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes('createTestDatabase'))
  try {
    runTests('Database tests on the installed PostgreSQL', 'installed', files, { TEST_DATABASE_URL: server.url })
  } finally {
    await server.stop()
  }
}

function runBrowserTests(): void {
  console.log('\nBrowser tests')
  const done = spawnSync('playwright', ['test'], { env: environment, stdio: 'inherit' })
  const report = `${REPORTS}/e2e.json`
  if (!existsSync(report)) return fail(`playwright ended with ${done.status} and no report`)
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number }
  }
  add(stats.expected, stats.unexpected + stats.flaky, done.status)
}

/** A part of most families of faults; the whole takes half an hour (docs/decisions/019). */
function runFaults(): void {
  console.log('\nFaults')
  const args = ['faults/run.ts', '--short']
  const done = spawnSync(process.execPath, args, {
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  console.log(done.stdout)
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(done.stdout) ?? []
  if (!passed) return fail(`npm run faults ended with ${done.status} and no sum`)
  add(Number(passed), Number(failed), done.status)
}

function add(passed = 0, failed = 0, status: number | null): void {
  sum.passed += passed
  sum.failed += failed
  // A runner that fails without a failed test, as when one leaves an error behind, has failed all the same.
  if (status !== 0 && !failed) sum.failed++
}

function fail(message: string): void {
  console.log(`✗ ${message}`)
  sum.failed++
}
