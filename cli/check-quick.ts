/** npm run check:quick: runs the checks and tests that take about a minute, always including the architecture test. */
import { spawnSync } from 'node:child_process'
import { testsByKind } from '../testing/test-kinds.ts'
import { createProgram } from './command-line.ts'
import { runStaticChecks, vitest } from './check-parts.ts'
import { clearResults, formatMs, runPart } from './run-part.ts'

createProgram(
  'npm run check:quick',
  'Checks format, lint, types and unused code, and runs the tests of what has changed since the branch left main, ' +
    'except those that need a build. ' +
    'It takes about a minute.',
).parse()

const started = performance.now()
clearResults()
const base = mergeBase()
const outcomes = (
  await Promise.all([
    runStaticChecks(),
    runPart(vitest('Tests of what changed', ['unit', 'database'], [`--changed=${base}`, '--passWithNoTests'])),
    runPart(vitest('Architecture', ['unit'], ['testing/architecture'])),
  ])
).flat()

const portal = (testsByKind().get('portal') ?? []).map((file) => file.replace(/^testing\/|\.test\.tsx?$/g, ''))
console.log(
  '\nNot run, since they load the build (npm run check runs them):\n' +
    `${portal.join(', ')}; browser tests; attacks; faults`,
)
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
console.log(`\n${formatMs(performance.now() - started)}\n${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)

/** Returns the commit at which this branch left its upstream, or main if it has no upstream. */
function mergeBase(): string {
  for (const branch of ['@{upstream}', 'main']) {
    const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', branch], { encoding: 'utf8' })
    if (status === 0) return stdout.trim()
  }
  return 'HEAD'
}
