/** The parts of `npm run check` and `npm run check:quick`. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Outcome, type Part, RESULTS, runPart } from './run-part.ts'

// npm start does not install the development tools.
if (!existsSync('node_modules/.bin/vitest')) {
  console.error('The tools that check and test are not installed: run npm test, or npm run check')
  process.exit(1)
}

type Found = Pick<Outcome, 'passed' | 'failed' | 'tests' | 'failures'>

/**
 * Runs the formatter, the linter, the type checker and the check for unused code in parallel. All but the formatter
 * need the generated route types.
 */
export async function runStaticChecks(): Promise<Outcome[]> {
  const first = await Promise.all([
    runPart({
      title: 'Format',
      command: ['oxfmt', '--check'],
      explain: (log) => log.replace(/^Run without.*/m, 'Correct them: npm run format'),
    }),
    runPart({ title: 'Route types', command: ['react-router', 'typegen'] }),
  ])
  const others = [
    runPart({ title: 'Lint', command: ['oxlint', '--type-aware'] }),
    runPart({ title: 'Types', command: ['tsc', '--noEmit'] }),
    runPart({ title: 'Unused code', command: ['knip'] }),
  ]
  return [...first, ...(await Promise.all(others))]
}

/** Returns a part that runs Vitest on the given projects. */
export function vitest(title: string, projects: string[], args: string[] = [], settings = {}): Part {
  const name = `${projects.join('-')}.json`
  return {
    title,
    command: [
      'vitest',
      'run',
      // A forgotten `.only` would leave out the other tests.
      '--allowOnly=false',
      ...args,
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${RESULTS}/${name}`,
    ],
    settings,
    report: { name, read: readVitest },
    explain: (log) => log.slice(Math.max(0, log.search(/⎯+ (Failed|Unhandled|Startup)/))),
  }
}

export function playwright(settings = {}): Part {
  return {
    title: 'Browser tests',
    command: ['playwright', 'test', '--forbid-only'],
    settings,
    report: { name: 'browser.json', read: readPlaywright },
    explain: (log) => log.slice(Math.max(0, log.search(/^ {2}1\) /m))),
  }
}

/** Returns a part that runs the attacks or the faults, which print their cases as a table. */
export function cases(title: 'Attacks' | 'Faults', args: string[]): Part {
  const family = title.toLowerCase()
  return {
    title,
    command: ['node', `testing/${family}/run.ts`, ...args],
    report: { name: `${family}.json`, read: readCases },
    explain: (log) => log.slice(Math.max(0, log.search(/^\| family/m))),
  }
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string; duration?: number }[]
  }[]
}

function readVitest(text: string): Found {
  const { numPassedTests: passed, testResults } = JSON.parse(text) as VitestReport
  const all = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative('', name)
    // A file that fails to load reports no tests.
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
      return [{ title: file, status: 'failed', ms: 0 }]
    return assertionResults.map((test) => ({
      title: `${file} › ${test.fullName}`,
      status: test.status,
      ms: test.duration ?? 0,
    }))
  })
  const failures = all.filter(({ status }) => status === 'failed').map(({ title }) => title)
  return { passed, failed: failures.length, tests: all, failures }
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: PlaywrightSuite[]
}
type PlaywrightSuite = {
  file: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: { status: string; results: { duration: number }[] }[] }[]
}

function readPlaywright(text: string): Found {
  const { stats, suites } = JSON.parse(text) as PlaywrightReport
  const all = suites.flatMap(specsOf)
  const failures = all.filter(({ ok }) => !ok).map(({ title }) => title)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, tests: all, failures }
}

function specsOf({ file, suites = [], specs }: PlaywrightSuite): { title: string; ok: boolean; ms: number }[] {
  const own = specs.map(({ title, tests }) => {
    // A test that passes only when it is retried counts as failed.
    const ok = !tests.some(({ status }) => status === 'unexpected' || status === 'flaky')
    const ms = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0)
    return { title: `${file} › ${title}`, ok, ms }
  })
  return [...own, ...suites.flatMap(specsOf)]
}

type CaseReport = { family: string; name: string; seconds: number; passed: boolean }[]

function readCases(text: string): Found {
  const all = (JSON.parse(text) as CaseReport).map(({ family, name, seconds, passed }) => ({
    title: `${family} › ${name}`,
    passed,
    ms: seconds * 1000,
  }))
  const failures = all.filter(({ passed }) => !passed).map(({ title }) => title)
  return { passed: all.length - failures.length, failed: failures.length, tests: all, failures }
}
