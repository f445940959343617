/**
 * npm run bench: measures the built portal on a small and a large catalogue, prints a table and writes
 * testing/bench/results.md. If a part fails, the table shows it and the others still run. Exits with 1 if a target is
 * missed.
 */
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Argument } from 'commander'
import { createProgram } from '../../cli/command-line.ts'
import { prepareCatalogue } from './catalogues.ts'
import { measureCached } from './measure-cached.ts'
import { measureCold } from './measure-cold.ts'
import { measureComments } from './measure-comments.ts'
import { measureConsole } from './measure-console.ts'
import { measureCrowd } from './measure-crowd.ts'
import { measureMix } from './measure-mix.ts'
import { measurePlan } from './measure-plan.ts'
import { measureRendered, type Rendered, warmUp } from './measure-rendered.ts'
import { createPlayers, measureSignedIn } from './measure-signed-in.ts'
import { CATEGORY_PAGES, listGames, SEARCHES } from './pages.ts'
import { SECRET } from '../portal/settings.ts'
import { openPortal, type Portal } from './portals.ts'
import { formatResults, type Row, type Section } from './results.ts'
import {
  atLeast,
  atMost,
  cachedSection,
  cachedTargets,
  coldRows,
  crowdRow,
  renderedRow,
  signedInRow,
  signedInTargets,
  spread,
  targets,
} from './rows.ts'
import { median } from './send-load.ts'

/**
 * The portal checks every ten seconds whether a busy period is over (app/server/process/trim-memory.server.ts): twice
 * that, and a margin.
 */
const SETTLE_MS = 22_000
const CATALOGUES = {
  /** `part` is the part of the sitemap whose games are requested. */
  small: { games: 1000, posts: 0, part: 1 },
  plan: { games: 1001, posts: 0, part: 1 },
  large: { games: 500_000, posts: 0, part: 25 },
  // The table of games in the console needs games in every status.
  console: { games: 1002, posts: 0, part: 1 },
  consoleLarge: { games: 500_001, posts: 0, part: 1 },
  fewPosts: { games: 1000, posts: 1000, part: 1 },
  manyPosts: { games: 1000, posts: 100_000, part: 1 },
}
type Catalogue = keyof typeof CATALOGUES

const dirOf = (name: Catalogue) => prepareCatalogue(CATALOGUES[name].games, CATALOGUES[name].posts)

/** Portals opened by parts, and values that several parts need. */
const portals = new Map<Catalogue, Portal>()
const known = new Map<string, unknown>()

async function open(name: Catalogue): Promise<Portal> {
  const portal = portals.get(name) ?? (await openPortal(await dirOf(name)))
  portals.set(name, portal)
  return portal
}

async function once<T>(name: string, make: () => Promise<T>): Promise<T> {
  if (!known.has(name)) known.set(name, await make())
  return known.get(name) as T
}

const gamesOf = (name: Catalogue) =>
  once(`games of ${name}`, async () => listGames(await open(name), CATALOGUES[name].part))
const playersOf = (name: Catalogue) => once(`players of ${name}`, async () => createPlayers(await open(name)))

async function pagesOf(name: Catalogue) {
  return { home: '/', game: (await gamesOf(name))[20]!, category: '/category/puzzle', 'list of all games': '/games' }
}

/** In the order of measurement. Each can run alone, except `memory`, which measures what all before it have left. */
const PARTS: Record<string, () => Promise<Section[]>> = {
  start: measureStart,
  idle: () => measureMemory('memory of the portal and its database, idle'),
  latency: measureLatency,

  async players() {
    const pages = await measureSignedIn(await open('small'), await playersOf('small'), await pagesOf('small'))
    return [
      targets(pages.flatMap(signedInTargets)),
      {
        title: 'Pages for a player compared with those for a visitor',
        note: 'Processor time of rendered pages, measured alternately; 1,000 games, a player with 60 wishlist entries and 40 recent games, and one without.',
        rows: pages.map(signedInRow),
      },
    ]
  },

  cached: () => measureCachedPages('small'),
  'cached-large': () => measureCachedPages('large'),
  memory: () => measureMemory('memory after all measurements except the crowd, with a full page cache'),

  async crowd() {
    const crowds = await measureCrowd(await open('small'))
    return [
      targets(crowds.map(({ name, mb }) => atMost(`peak memory during searches, ${name}`, mb, 400, 'MB'))),
      {
        title: 'A crowd',
        note: 'Uncached searches, as fast as each connection gets its responses; 1,000 games, 30 s each.',
        rows: crowds.map(crowdRow),
      },
    ]
  },

  async mix() {
    const { name, mb } = await measureMix(await open('small'))
    // The memory of a crowd, plus two slots for large work (docs/decisions/005-memory-is-bounded.md).
    return [targets([atMost(`peak memory, ${name}`, mb, 500, 'MB')])]
  },

  plan: measurePlanOfFeed,
  comments: measureCommentsOfMany,
  community: measureCommunity,
  console: measureConsoleTable,

  async cold() {
    const pages = [...(await gamesOf('large')), ...CATEGORY_PAGES, ...Object.values(SEARCHES).flat()]
    return [
      {
        title: '500,000 games, cold database',
        note: 'Rendered games, categories and searches, each once: after a restart of the database with its files out of memory, then once more.',
        rows: coldRows(await measureCold(await open('large'), pages)),
      },
    ]
  },
}

async function measure(parts: string[]): Promise<Section[]> {
  const sections: Section[] = []
  for (const part of parts) {
    process.stderr.write(`Measuring ${part} …\n`)
    try {
      sections.push(...(await PARTS[part]!()))
    } catch (error) {
      console.error(error)
      sections.push(targets([{ what: part, value: `failed: ${String(error)}`, target: 'a value', reached: false }]))
    }
  }
  const isTarget = ({ title }: Section) => title === 'Targets'
  return [targets(sections.filter(isTarget).flatMap(({ rows }) => rows)), ...sections.filter((one) => !isTarget(one))]
}

async function measureStart(): Promise<Section[]> {
  const [fresh, large] = [path.resolve('testing/bench/data/fresh'), await dirOf('large')]
  const startOnce = async (dataDir: string) => {
    const portal = await openPortal(dataDir)
    await portal.stop()
    return portal.startMs
  }
  const times: { first: number; second: number; large: number }[] = []
  for (let round = 0; round < 3; round++) {
    rmSync(fresh, { recursive: true, force: true })
    times.push({ first: await startOnce(fresh), second: await startOnce(fresh), large: await startOnce(large) })
  }
  rmSync(fresh, { recursive: true, force: true })
  const row = (what: string, key: 'first' | 'second' | 'large'): Row => ({
    what,
    value: `${(median(times.map((time) => time[key])) / 1000).toFixed(2)} s`,
  })
  return [
    {
      title: 'Start',
      rows: [
        row('first start, until the home page responds', 'first'),
        row('second start', 'second'),
        row('start with 500,000 games', 'large'),
      ],
    },
  ]
}

/** The sum of the proportional set sizes of each portal and its database's processes. */
async function measureMemory(what: string): Promise<Section[]> {
  const [small, large] = [await open('small'), await open('large')]
  await sleep(SETTLE_MS)
  return [
    targets([
      atMost(`${what}, 1,000 games`, small.memoryMb(), 300, 'MB'),
      atMost(`${what}, 500,000 games`, large.memoryMb(), 300, 'MB'),
    ]),
  ]
}

async function measureLatency(): Promise<Section[]> {
  const [small, large] = [await open('small'), await open('large')]
  const games = await gamesOf('small')
  const ofLarge = await gamesOf('large')
  const mixed = ['/', '/games?q=car', ...CATEGORY_PAGES.slice(0, 10)]
  await warmUp(small, [...mixed, ...games.slice(0, 10)])
  await warmUp(large, [...mixed, ...ofLarge.slice(0, 10)])

  const compare = (name: string, paths: string[], times: number) =>
    measureRendered(name, small, large, samePaths(paths, times))
  const pairs = games.map((game, at): [string, string] => [game, ofLarge[at]!])
  const pages = [
    await compare('home', ['/'], 200),
    await measureRendered('game', small, large, [...pairs, ...pairs, ...pairs, ...pairs]),
    await compare('category', CATEGORY_PAGES, 224),
  ]
  const others = [
    await compare('list of all games', ['/games', '/games?page=2', '/games?page=9'], 120),
    await compare('tags', ['/tags?tags=puzzle', '/tags?tags=fun,kids', '/tags?tags=3D'], 120),
  ]
  const searches: Rendered[] = []
  for (const [group, paths] of Object.entries(SEARCHES))
    for (const search of paths)
      searches.push(await compare(`search for "${decodeURIComponent(search.split('=')[1]!)}" (${group})`, [search], 40))
  const middle = (key: 'small' | 'large') => median(searches.map((search) => search[key]))
  return [
    targets([
      ...pages.map(({ name, ratio }) =>
        atMost(`rendered ${name}, latency at 500,000 games against 1,000`, ratio, 1.3, '×'),
      ),
      atMost(
        'rendered search, median of the terms below, at 500,000 against 1,000',
        middle('large') / middle('small'),
        1.3,
        '×',
      ),
    ]),
    {
      title: 'Rendered pages',
      note: 'One connection; medians of the same pages on both catalogues, measured alternately.',
      rows: [...pages, ...others, ...searches].map(renderedRow),
    },
  ]
}

async function measureCachedPages(name: 'small' | 'large'): Promise<Section[]> {
  const { home, game, category } = await pagesOf(name)
  const pages = await measureCached(await open(name), { home, game, category, search: '/games?q=car' })
  const games = CATALOGUES[name].games.toLocaleString('en')
  return [targets(cachedTargets(games, pages)), cachedSection(games, pages)]
}

async function measurePlanOfFeed(): Promise<Section[]> {
  const { parse, plan, addedMb, idleP99, busyP99, ratio } = await measurePlan(await dirOf('plan'))
  const value = `${(plan / 1000).toFixed(2)} s; parsing alone ${(parse / 1000).toFixed(2)} s; ${addedMb.toFixed(0)} MB`
  return [
    targets([
      atMost('plan of 40,000 entries, compared with parsing alone', plan / parse, 3, '×'),
      atMost('memory that the plan of 40,000 entries adds', addedMb, 150, 'MB'),
      atMost('p99 of a cached page during the plan, compared with an idle portal', ratio.middle, 1.5, '×'),
    ]),
    {
      title: 'Plan of 40,000 entries',
      note: 'All entries are new; 1,000 games. Parsing reads and checks the same file. Then with 16 connections that load a cached page, alternating with an idle portal.',
      rows: [
        { what: 'plan without load', value },
        {
          what: 'cached home page',
          value: `p99 ${idleP99.toFixed(2)} ms idle, ${busyP99.toFixed(2)} ms during the plan; ratio ${spread(ratio)}`,
        },
      ],
    },
  ]
}

async function measureCommentsOfMany(): Promise<Section[]> {
  const { ratio, perSecond, bare, written, faults } = await measureComments(await dirOf('manyPosts'))
  return [
    targets([
      atLeast('comments by many players, compared with a bare transaction of the same rows', ratio.middle, 0.25),
      {
        what: 'comments lost or miscounted',
        value: faults.join('; ') || 'none',
        target: 'none',
        reached: !faults.length,
      },
    ]),
    {
      title: 'Comments',
      note: '16 at once, each with credits and notifications, alternating with a bare transaction of the same rows through the same driver.',
      rows: [
        {
          what: 'comments',
          value: `${perSecond.toFixed(0)}/s; bare ${bare.toFixed(0)}/s; ratio ${spread(ratio)}; ${written} written`,
        },
      ],
    },
  ]
}

/** Compares the board and the pages of posts between both sizes, and measures the cached board. */
async function measureCommunity(): Promise<Section[]> {
  const [few, many] = [await open('fewPosts'), await open('manyPosts')]
  const lists = ['/community', '/community?tab=popular', '/community?type=question']
  const searches = ['super', 'stickman run', 'volcano', 'quagga'].map(
    (term) => `/community?search=${encodeURIComponent(term)}`,
  )
  const posts = Array.from({ length: 120 }, (_, at): [string, string] => [
    `/community/${1 + ((at * 8) % CATALOGUES.fewPosts.posts)}`,
    `/community/${1 + ((at * 800) % CATALOGUES.manyPosts.posts)}`,
  ])
  for (const portal of [few, many]) await warmUp(portal, [...lists, ...searches, '/community/500'])
  const rendered = [await measureRendered('board', few, many, samePaths(lists, 120))]
  for (const search of searches)
    rendered.push(
      await measureRendered(`search of posts (${search.split('=')[1]})`, few, many, samePaths([search], 120)),
    )
  rendered.push(await measureRendered('post', few, many, posts))
  const cached = await measureCached(many, { board: '/community' })
  const catalogue = '100,000 posts and 1,000'
  return [
    targets([
      ...rendered.map(({ name, ratio }) =>
        atMost(`rendered ${name}, latency at 100,000 posts against 1,000`, ratio, 1.3, '×'),
      ),
      ...cachedTargets(catalogue, cached),
    ]),
    cachedSection(catalogue, cached),
    {
      title: 'Pages of the community',
      note: '1,000 posts, then 100,000 with a million comments.',
      rows: rendered.map(renderedRow),
    },
  ]
}

/** Compares the console's table of games at both sizes. */
async function measureConsoleTable(): Promise<Section[]> {
  const { single, combined } = await measureConsole(await open('console'), await open('consoleLarge'))
  const slowest = single.reduce((one, other) => (other.ratio > one.ratio ? other : one))
  const longest = combined.reduce((one, other) => (other.ms > one.ms ? other : one))
  return [
    targets([
      ...single
        .slice(0, 1)
        .map(({ ratio }) => atMost('table of games, default view, at 500,000 games against 1,000', ratio, 1.3, '×')),
      atMost(`table of games, each filter and each order, the slowest (${slowest.name})`, slowest.ratio, 1.3, '×'),
      atMost(`table of games, other combinations, the slowest (${longest.name})`, longest.ms / 1000, 2, 's'),
    ]),
    {
      title: 'Table of games in the console',
      note: 'The default view, each filter and each order on both catalogues, measured alternately on one connection.',
      rows: single.map(renderedRow),
    },
    {
      title: 'Combinations in the table of games',
      note: '500,000 games.',
      rows: combined.map(({ name, ms, most }) => ({
        what: name,
        value: `${ms.toFixed(0)} ms, at most ${most.toFixed(0)} ms`,
      })),
    },
  ]
}

/** Requests for the same paths of both catalogues. */
function samePaths(paths: string[], times: number): [string, string][] {
  return Array.from({ length: times }, (_, at) => paths[at % paths.length]!).map((one) => [one, one])
}

process.chdir(path.join(import.meta.dirname, '../..'))
process.env.AUTH_SECRET = SECRET
const { args: asked } = createProgram(
  'npm run bench --',
  'Measures the speed and memory of the built portal on a small and a large catalogue, and writes testing/bench/results.md.',
)
  .addArgument(new Argument('[part...]', 'measure only these parts, and write no results').choices(Object.keys(PARTS)))
  .parse()
try {
  const sections = await measure(asked.length ? asked : Object.keys(PARTS))
  const text = formatResults(sections)
  if (!asked.length) writeFileSync('testing/bench/results.md', text)
  console.log(`\n${text}`)
  if (sections[0]!.rows.some(({ reached }) => reached === false)) process.exitCode = 1
} finally {
  await Promise.all([...portals.values()].map((portal) => portal.stop()))
}
