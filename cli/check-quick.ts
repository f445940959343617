/** npm run check:quick: runs the checks and tests that take about a minute, always including the architecture test. */
import { spawnSync } from 'node:child_process'
import { testsByKind } from '../testing/test-kinds.ts'
import { createProgram } from './command-line.ts'
import { runStaticChecks, vitest } from './check-parts.ts'
import { clearResults, formatMs, runPart } from './run-part.ts'

/** The test that checks the rows. */
const ROUTES_TEST = 'testing/requests/routes.test.ts'

createProgram(
  'npm run check:quick',
  'Checks format, lint, types and unused code, and runs the tests of what has changed since the branch left main, ' +
    'except those that need a build. ' +
    'It takes about a minute.',
).parse()

const started = performance.now()
clearResults()
const base = mergeBase()
console.log(`Changes since ${base === 'HEAD' ? 'the last commit' : `${base.slice(0, 8)}, where the branch left main`}`)
const outcomes = (
  await Promise.all([
    runStaticChecks(),
    runPart(vitest('Tests of what changed', ['unit', 'database'], [`--changed=${base}`, '--passWithNoTests'])),
    runPart(vitest('Architecture', ['unit'], ['testing/architecture'])),
  ])
).flat()

const portal = testsByKind().get('portal') ?? []
console.log(
  '\nNot run, since they load the build (npm run check runs them):\n' +
    `${portal.map((file) => file.replace(/^testing\/|\.test\.tsx?$/g, '')).join(', ')}; browser tests; attacks; faults`,
)
const edited = listChanges(base)
const own = portal.filter((file) => edited.includes(file) || (file === ROUTES_TEST && edited.some(isRow)))
if (own.length) console.log(`\nYou changed some of them:\nnpm run build && vitest run ${own.join(' ')}`)

const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
console.log(`\n${formatMs(performance.now() - started)}\n${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)

/**
 * Returns the last commit that this branch shares with main, here or at its remote. The branch's own upstream does not
 * count, since a push moves it.
 */
function mergeBase(): string {
  const isMain = git('branch', '--show-current') === 'main'
  const mains = ['main@{upstream}', 'origin/main', ...(isMain ? [] : ['main'])]
  const known = mains.filter((name) => git('rev-parse', '--verify', '--quiet', name))
  return (known.length && git('merge-base', 'HEAD', ...known)) || 'HEAD'
}

/** Returns the files that have changed since a commit, committed or not. */
function listChanges(since: string): string[] {
  return [git('diff', '--name-only', since), git('ls-files', '--others', '--exclude-standard')].join('\n').split('\n')
}

function isRow(file: string): boolean {
  return file.startsWith('testing/requests/rows/')
}

/** Returns the trimmed output of a git command, or an empty text if it fails. */
function git(...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}
