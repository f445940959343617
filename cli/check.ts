/**
 * npm run check [-- --all] [--busy]: runs every check and test on a build of the working tree.
 *
 * Two lanes run in parallel, since unit tests mostly wait for a database and browser tests for a processor. A free lane
 * takes the next part.
 */
import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { styleText } from 'node:util'
import { Option } from 'commander'
import { canInstallBrowser, findBrowser, INSTALL_BROWSER } from './browser.mjs'
import { createProgram } from './command-line.ts'
import { cases, playwright, runStaticChecks, vitest } from './check-parts.ts'
import { installAll, quit } from './prepare.mjs'
import { clearResults, formatMs, type Outcome, runPart } from './run-part.ts'

const SLOWEST = 10
const program = createProgram(
  'npm run check --',
  'Runs every check and test, from a build of the working tree. ' +
    'It goes on after a failure, so that one run shows all of them.',
)
  .option('--all', 'run in full what is otherwise shortened: the bundled games, the attacks and the faults')
  .option('--busy', 'pause the programs of all tests now and then, to find tests that fail on a busy machine')
  .addOption(new Option('--install-browser').hideHelp())
  .parse()
const { all, busy, installBrowser } = program.opts<{ all?: true; busy?: true; installBrowser?: true }>()
const pauses = { TEST_BUSY: '1', NODE_OPTIONS: `--import ${pathToFileURL('testing/pauses.ts').href}` }
const settings = { ...(all && { TEST_ALL: '1' }), ...(busy && pauses) }
const short = all ? [] : ['--short']
const getsBrowser = installBrowser && !findBrowser()

if (!findBrowser() && !(getsBrowser && canInstallBrowser())) {
  console.error('The browser tests need Chromium: install it, or set CHROMIUM to its program.')
  process.exit(1)
}

// Otherwise, after a plain `npm ci`, the faults' `npm start` would install without the tools while the tests run.
await installAll().catch(quit)

const started = performance.now()
clearResults()
const outcomes: Outcome[] = []
const run = async (part: Parameters<typeof runPart>[0]) => void outcomes.push(await runPart(part))

// Request tests mostly wait for their portals, so the number of workers exceeds the number of processors.
const workers = [`--maxWorkers=${2 * availableParallelism()}`]
const remaining = [
  vitest('Request tests', ['portal'], workers, settings),
  cases('Attacks', short),
  cases('Faults', short),
]
async function runRemaining(): Promise<void> {
  for (let part = remaining.shift(); part; part = remaining.shift()) await run(part)
}

const built = run({ title: 'Build', command: ['node', 'cli/build.ts', '--if-needed'] })

await Promise.all([
  (async () => {
    outcomes.push(...(await runStaticChecks()))
    await run(vitest('Unit and database tests', ['unit', 'database', 'embedded'], [], settings))
    await built
    await runRemaining()
  })(),
  (async () => {
    if (getsBrowser) await run({ title: 'Chromium', command: ['sh', '-c', INSTALL_BROWSER] })
    await built
    await run(playwright(settings))
    await runRemaining()
  })(),
])

const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
const slowest = outcomes
  .flatMap(({ tests }) => tests)
  .toSorted((a, b) => b.ms - a.ms)
  .slice(0, SLOWEST)
console.log(`\nSlowest tests\n${slowest.map(({ title, ms }) => `${formatMs(ms).padStart(8)}  ${title}`).join('\n')}`)
const failures = outcomes.flatMap((outcome) => outcome.failures)
if (failures.length > 0)
  console.log(`\nFailed\n${failures.map((title) => `${styleText('red', '✗')} ${title}`).join('\n')}`)
console.log(`\nAll of it took ${formatMs(performance.now() - started)}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
