/**
 * npm run lighthouse: measures the built portal with Lighthouse, as a phone on a slow network, against the targets of
 * docs/decisions/028-scripts-load-after-first-paint.md. Exits with 1 if it misses one.
 *
 * Lighthouse is downloaded on demand into npm's cache, so the project does not depend on it.
 */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Argument, InvalidArgumentError } from 'commander'
import { countFromOne, createProgram } from '../../cli/command-line.ts'
import { findBrowser } from '../../cli/browser.mjs'
import { runCommand, startPortal } from '../portal/portal-process.ts'
import { TEST_SETTINGS } from '../portal/settings.ts'
import { startProviderStub, storePictures } from './provider-stub.ts'
import { median } from './send-load.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const PAGES = ['home', 'games', 'category', 'game']
const CATEGORY = '/category/puzzle'
/** Lighthouse's unit. */
const KIB = 1024
const MAX_SCRIPT_KIB = 120
/** The minimum score by the processor's slowdown factor. */
const MIN_SCORE: Record<number, number> = { 4: 95, 8: 85 }
/** The maximum of the home page's main-thread work, relative to that of the list of games. */
const MAX_WORK = 1.2
/** Chrome sometimes records nothing and has to be run again. */
const ATTEMPTS = 3

type Measured = { score: number; fcp: number; lcp: number; tbt: number; work: number; cls: number; script: number }
type Report = {
  runtimeError?: { message: string }
  categories: { performance: { score: number } }
  audits: Record<
    string,
    { numericValue: number; details?: { items: { url: string; resourceType: string; transferSize: number }[] } }
  >
}

type Feed = { provider: string; file: string }

const program = createProgram(
  'npm run lighthouse --',
  'Measures pages of the built portal on a phone with a slow network, and compares them with their targets.',
)
  .addArgument(new Argument('[page...]', 'measure only these pages').choices(PAGES))
  .option('--runs <number>', 'take the median of this many runs', countFromOne, 5)
  .option('--slowdown <factor>', 'slow the processor down by this factor', countFromOne, 4)
  .option('--feed <provider:file>', 'import a feed first, such as gamemonetize:feed.json; repeatable', addFeed)
  .option('--stub', 'serve stand-ins for the pictures of the feeds, whose hosts may be unreachable')
  .option('--url <url>', 'measure a running portal')
  .parse()
const { args: asked } = program
const options = program.opts<{ runs: number; slowdown: number; feed?: Feed[]; stub?: true; url?: string }>()

const lighthouse = findLighthouse()
const provider = options.stub ? await startProviderStub() : null
const portal = options.url ? null : await startPortal({ settings: TEST_SETTINGS })
try {
  if (portal) for (const feed of options.feed ?? []) await importFeed(feed, portal.environment)
  process.exitCode = (await measure(new URL(options.url ?? portal!.url))) ? 0 : 1
} finally {
  await portal?.stop()
  provider?.stop()
}

/** Prints a line for each page; returns whether all reach their targets. */
async function measure(site: URL): Promise<boolean> {
  const paths = { home: '/', games: '/games', category: CATEGORY, game: await findGame(site) }
  const leastScore = MIN_SCORE[options.slowdown] ?? 0
  const works = new Map<string, number>()
  let isReached = true
  console.log('page      score    FCP s    LCP s   TBT ms  work ms      CLS  script KiB')
  for (const [name, path] of Object.entries(paths)) {
    if (asked.length && !asked.includes(name)) continue
    const { href } = new URL(path, site)
    // Warms the cache: only the first visitor's page is rendered and compressed.
    await fetch(href)
    const runs: Measured[] = []
    while (runs.length < options.runs) runs.push(await audit(href))
    const middle = (value: keyof Measured) => median(runs.map((run) => run[value]))
    const [score, lcp, script] = [middle('score'), middle('lcp'), middle('script')]
    works.set(name, middle('work'))
    const short = [
      ...(score < leastScore ? [`score < ${leastScore}`] : []),
      ...(lcp > 2000 ? ['LCP > 2.0 s'] : []),
      ...(script > MAX_SCRIPT_KIB * KIB ? [`script > ${MAX_SCRIPT_KIB} KiB`] : []),
    ]
    const seconds = [middle('fcp'), lcp].map((ms) => (ms / 1000).toFixed(2))
    const milliseconds = [middle('tbt'), middle('work')].map((ms) => ms.toFixed(0))
    const cells = [String(Math.round(score)), ...seconds, ...milliseconds, middle('cls').toFixed(3)]
    const row = [...cells, (script / KIB).toFixed(1)].map((cell) => cell.padStart(8))
    console.log(`${name.padEnd(9)}${row.join(' ')}    ${short.join(', ') || 'reached'}`)
    isReached &&= !short.length
  }
  const [home, games] = [works.get('home'), works.get('games')]
  if (!home || !games) return isReached
  const ratio = home / games
  console.log(
    `main thread of home relative to games: ${ratio.toFixed(2)} ×${ratio > MAX_WORK ? `, more than ${MAX_WORK}` : ''}`,
  )
  return isReached && ratio <= MAX_WORK
}

async function audit(address: string): Promise<Measured> {
  const { audits, categories } = await runLighthouse(address)
  const value = (name: string) => audits[name]!.numericValue
  // Excludes the scripts of a game that plays on its page.
  const scripts = audits['network-requests']!.details!.items.filter(
    ({ resourceType, url }) => resourceType === 'Script' && !new URL(url).pathname.startsWith('/play/'),
  )
  return {
    score: categories.performance.score * 100,
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    work: value('mainthread-work-breakdown'),
    cls: value('cumulative-layout-shift'),
    script: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0),
  }
}

async function runLighthouse(address: string, attempt = 1): Promise<Report> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-lighthouse-'))
  const file = path.join(folder, 'report.json')
  const args = ['--quiet', '--output=json', `--output-path=${file}`, '--only-categories=performance']
  const throttling = `--throttling.cpuSlowdownMultiplier=${options.slowdown}`
  // Chrome has no sandbox when run as root.
  const flags = `--chrome-flags=--headless=new --no-sandbox --disable-gpu ${provider?.chromeFlags ?? ''}`
  const run = promisify(execFile)(process.execPath, [lighthouse, address, ...args, throttling, flags], {
    env: { ...process.env, CHROME_PATH: findBrowser() },
  })
  // Lighthouse writes a report even on failure, possibly a truncated one.
  await run.catch(() => {})
  const report = readReport(file)
  rmSync(folder, { recursive: true })
  if (report.audits && !report.runtimeError) return report as Report
  const reason = report.runtimeError?.message ?? 'Lighthouse wrote no report'
  if (attempt === ATTEMPTS) throw new Error(reason)
  console.error(`${address}: ${reason}`)
  return runLighthouse(address, attempt + 1)
}

function readReport(file: string): Partial<Report> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return {}
  }
}

/** The path of npm's copy. */
function findLighthouse(): string {
  const args = ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--call', 'command -v lighthouse']
  return execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
}

/** The first game of the category; with feeds it is on another host, as most are. */
async function findGame(site: URL): Promise<string> {
  const html = await (await fetch(new URL(CATEGORY, site))).text()
  const found = /<main[^]*?href="(\/games\/[^"?]+)"/.exec(html)?.[1]
  if (!found) throw new Error(`${CATEGORY} leads to no game`)
  return found
}

function addFeed(text: string, others: Feed[] = []): Feed[] {
  const [, provider, file] = /^(\w+):(.+)$/.exec(text) ?? []
  if (!provider || !file) throw new InvalidArgumentError('Expects a provider and a file: gamemonetize:feed.json.')
  return [...others, { provider, file }]
}

async function importFeed({ provider, file }: Feed, environment: NodeJS.ProcessEnv): Promise<void> {
  const { DATA_DIR } = environment
  const { code, lines } = await runCommand([process.execPath, 'cli/portal.ts', 'import', provider, file], {
    DATA_DIR: DATA_DIR!,
  })
  if (code !== 0) throw new Error(`The import exited with ${code}: ${lines.at(-1)}`)
  if (options.stub) await storePictures(file, DATA_DIR!)
}
