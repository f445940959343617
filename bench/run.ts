/**
 * npm run bench: measures the built portal on a small and a large catalogue, prints a table and writes bench/results.md.
 * `npm run bench -- rendered cached` measures these parts on the small catalogue alone, and only prints them.
 */
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareCatalogue } from './catalogues.ts'
import { type Cached, measureCached } from './measure-cached.ts'
import { type Cold, measureCold } from './measure-cold.ts'
import { type Crowd, measureCrowd } from './measure-crowd.ts'
import { measureComments } from './measure-comments.ts'
import { measureMix } from './measure-mix.ts'
import { type Compressed, measureCompressed } from './measure-compressed.ts'
import { measureRendered, type Rendered, warmUp } from './measure-rendered.ts'
import { listPaths, TERMS } from './pages.ts'
import { makePlayer, measureSignedIn, type SignedIn } from './measure-signed-in.ts'
import { AUTH_SECRET, type Portal, startPortal } from './portal-process.ts'
import { formatResults, type Row, type Section } from './results.ts'
import { median, type Spread } from './send-load.ts'

const [SMALL, LARGE] = [1000, 500_000]
const SETTLE_MS = 5000

const running: Portal[] = []

/** Measured by themselves, with the small catalogue, while one works on what they measure. */
const PARTS: Record<string, (portal: Portal, game: string) => Promise<Section[]>> = {
  async rendered(portal, game) {
    const pages = await measureCompressed(portal, await makePlayer(portal), pagesWith(game))
    return [targets(pages.map(compressedTarget)), compressedSection(pages)]
  },
  async crowd(portal) {
    const crowds = await measureCrowd(portal)
    const mix = await measureMix(portal)
    return [targets([...crowds, mix].map(({ name, mb }) => atMost(`most memory, ${name}`, mb, 400, 'MB')))]
  },
  async community(portal) {
    await portal.stop()
    return measureCommunity()
  },
  async cached(portal, game) {
    const pages = await measureCached(portal, cachedPagesWith(game))
    return [targets(cachedTargets('1,000', pages)), cachedSection('1,000', pages)]
  },
}

async function measureParts(asked: string[]): Promise<Section[]> {
  const unknown = asked.find((part) => !Object.hasOwn(PARTS, part))
  if (unknown) throw new Error(`There is no part ${unknown}: say ${Object.keys(PARTS).join(' or ')}`)
  const portal = await open(await prepareCatalogue(SMALL))
  const { games } = await listPaths(portal, portal)
  const sections: Section[] = []
  for (const part of asked) {
    say(`Measuring ${part}`)
    sections.push(...(await PARTS[part]!(portal, games[20]![0])))
  }
  return sections
}

/** Of so many posts, each with ten comments; of 1,000 games. */
const [FEW_POSTS, MANY_POSTS] = [1000, 100_000]

/** The board and the pages of posts beside each other, the board from the cache, and comments by many. */
async function measureCommunity(): Promise<Section[]> {
  const many = await prepareCatalogue(SMALL, MANY_POSTS)
  say('Comments')
  const comments = await measureComments(many)
  const [few, large] = [await open(await prepareCatalogue(SMALL, FEW_POSTS)), await open(many)]
  const lists = ['/community', '/community?tab=popular', '/community?type=question']
  const searches = ['super', 'stickman run', 'volcano', 'quagga'].map(
    (term) => `/community?search=${encodeURIComponent(term)}`,
  )
  const both = (paths: string[]) =>
    Array.from({ length: 120 }, (_, at) => paths[at % paths.length]!).map((p): [string, string] => [p, p])
  const posts = Array.from({ length: 120 }, (_, at): [string, string] => [
    `/community/${1 + ((at * 8) % FEW_POSTS)}`,
    `/community/${1 + ((at * 800) % MANY_POSTS)}`,
  ])
  for (const portal of [few, large]) await warmUp(portal, [...lists, ...searches, '/community/500'])
  say('Pages of the community')
  const rendered = [
    await measureRendered('board', few, large, both(lists)),
    ...(await inTurn(searches, (path) =>
      measureRendered(`search of posts (${path.split('=')[1]})`, few, large, both([path])),
    )),
    await measureRendered('post', few, large, posts),
  ]
  const cached = await measureCached(large, { board: '/community' })
  const compressed = await measureCompressed(large, await makePlayer(large), {
    board: '/community',
    post: '/community/500',
  })
  return [
    targets([
      ...rendered.map(({ name, ratio }) =>
        atMost(`rendered ${name}, latency at 100,000 posts against 1,000`, ratio, 1.3, '×'),
      ),
      ...cachedTargets('100,000 posts and 1,000', cached),
      atLeast('comments by many players, beside a bare transaction of the same rows', comments.ratio.middle, 0.25),
      {
        what: 'comments lost, or counted otherwise than their rows',
        value: comments.faults.join('; ') || 'none',
        target: 'none',
        reached: !comments.faults.length,
      },
    ]),
    cachedSection('100,000 posts and 1,000', cached),
    compressedSection(compressed),
    {
      title: 'Pages of the community',
      note: '1,000 posts, then 100,000 with a million comments.',
      rows: rendered.map(renderedRow),
    },
    {
      title: 'Comments',
      note: '16 at once, each with credits and news; in turns with a bare transaction of the same rows through the same driver.',
      rows: [
        {
          what: 'comments',
          value: `${comments.perSecond.toFixed(0)}/s; bare ${comments.bare.toFixed(0)}/s; ratio ${spread(comments.ratio)}; ${comments.written} written`,
        },
      ],
    },
  ]
}

async function inTurn<T, R>(all: T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const one of all) results.push(await work(one))
  return results
}

const pagesWith = (game: string) => ({ home: '/', game, category: '/category/puzzle', 'list of all games': '/games' })
const cachedPagesWith = (game: string) => ({ home: '/', game, category: '/category/puzzle', search: '/games?q=car' })

async function measure(): Promise<Section[]> {
  const dataDirs = [await prepareCatalogue(SMALL), await prepareCatalogue(LARGE)] as const
  const start = await measureStart(dataDirs[1])
  const small = await open(dataDirs[0])
  const large = await open(dataDirs[1])
  await sleep(SETTLE_MS)
  const idle = { small: small.memoryMb(), large: large.memoryMb() }
  const { games, categories } = await listPaths(small, large)
  say('Warming up')
  const mixed = ['/', '/games?q=car', ...categories.slice(0, 10)]
  for (const portal of [small, large])
    await warmUp(portal, [...mixed, ...games.slice(0, 10).map((pair) => pair[portal === small ? 0 : 1])])

  say('Rendering')
  const both = (paths: string[], times: number) =>
    Array.from({ length: times }, (_, at) => paths[at % paths.length]!).map((p): [string, string] => [p, p])
  const rendered = [
    await measureRendered('home', small, large, both(['/'], 200)),
    await measureRendered('game', small, large, [...games, ...games, ...games, ...games]),
    await measureRendered('category', small, large, both(categories, 224)),
    await measureRendered('list of all games', small, large, both(['/games', '/games?page=2', '/games?page=9'], 120)),
    await measureRendered(
      'tags',
      small,
      large,
      both(['/tags?tags=puzzle', '/tags?tags=fun,kids', '/tags?tags=3D'], 120),
    ),
  ]
  const searches: (Rendered & { group: string })[] = []
  for (const [group, terms] of Object.entries(TERMS)) {
    for (const term of terms) {
      const paths = both([`/games?q=${encodeURIComponent(term)}`], 40)
      searches.push({ group, ...(await measureRendered(`"${term}"`, small, large, paths)) })
    }
  }
  const search = { small: median(searches.map((s) => s.small)), large: median(searches.map((s) => s.large)) }

  say('Rendered and compressed pages')
  const cookie = await makePlayer(small)
  const compressed = await measureCompressed(small, cookie, pagesWith(games[20]![0]))

  say('Signed-in pages')
  const signedIn = await measureSignedIn(small, cookie, pagesWith(games[20]![0]))

  const cached: Record<string, Cached[]> = {}
  for (const [name, portal] of [
    ['1,000', small],
    ['500,000', large],
  ] as const) {
    say(`Cached pages of ${name} games`)
    const game = games[20]![portal === small ? 0 : 1]
    cached[name] = await measureCached(portal, cachedPagesWith(game))
  }
  await sleep(SETTLE_MS)
  const used = { small: small.memoryMb(), large: large.memoryMb() }
  say('A crowd')
  const crowds = await measureCrowd(small)
  say('Strangers who want memory')
  const mix = await measureMix(small)
  say('The community')
  const community = await measureCommunity()
  say('A cold database')
  const searched = Object.values(TERMS).flatMap((terms) => terms.map((term) => `/games?q=${encodeURIComponent(term)}`))
  const cold = await measureCold(large, [...games.map(([, ofLarge]) => ofLarge), ...categories, ...searched])

  return [
    {
      title: 'Targets',
      rows: [
        ...Object.entries(cached).flatMap(([name, pages]) => cachedTargets(name, pages)),
        ...compressed.map(compressedTarget),
        ...rendered
          .slice(0, 3)
          .map((page) => atMost(`rendered ${page.name}, latency at 500,000 games against 1,000`, page.ratio, 1.3, '×')),
        atMost(
          'rendered search, median of the terms below, at 500,000 against 1,000',
          search.large / search.small,
          1.3,
          '×',
        ),
        ...signedIn.map(({ name, ratio }) =>
          atMost(`${name} for a player, processor time against a visitor's`, ratio, 1.25, '×'),
        ),
        atMost('memory of the portal and its database, idle, 1,000 games', idle.small, 300, 'MB'),
        atMost('memory of the portal and its database, idle, 500,000 games', idle.large, 300, 'MB'),
        atMost(USED('1,000'), used.small, 300, 'MB'),
        atMost(USED('500,000'), used.large, 300, 'MB'),
        ...community[0]!.rows,
        ...crowds.map(({ name, mb }) => atMost(`most memory under searches, ${name}`, mb, 400, 'MB')),
        atMost(`most memory, ${mix.name}`, mix.mb, 400, 'MB'),
      ],
    },
    ...Object.entries(cached).map(([name, pages]) => cachedSection(name, pages)),
    compressedSection(compressed),
    ...community.slice(1),
    {
      title: 'Rendered pages',
      note: 'One connection; medians of the same pages on both catalogues, in turns.',
      rows: [...rendered, ...searches.map((s) => ({ ...s, name: `search for ${s.name} (${s.group})` }))].map(
        renderedRow,
      ),
    },
    {
      title: 'Pages for a player beside those for a visitor',
      note: 'Rendered, 1,000 games; a player with 60 wishes and 40 recently played games. Processor time, in turns.',
      rows: signedIn.map(signedInRow),
    },
    {
      title: 'A crowd',
      note: 'Searches that nobody made before, as fast as each connection gets its answers; 1,000 games, 30 s each.',
      rows: crowds.map(crowdRow),
    },
    {
      title: '500,000 games must ask the database',
      note: 'Rendered games, categories and searches, each once: the database started anew and its files not in memory, then once more.',
      rows: coldRows(cold),
    },
    {
      title: 'Memory and start',
      note: 'Memory is the sum of the proportional set sizes of the portal and every process of its database.',
      rows: [
        { what: 'first start, until the home page is answered', value: `${(start.first / 1000).toFixed(2)} s` },
        { what: 'second start', value: `${(start.second / 1000).toFixed(2)} s` },
        { what: 'start with 500,000 games', value: `${(start.large / 1000).toFixed(2)} s` },
      ],
    },
  ]
}

async function open(dataDir: string): Promise<Portal> {
  const portal = await startPortal(dataDir)
  running.push(portal)
  return portal
}

async function measureStart(largeDataDir: string): Promise<{ first: number; second: number; large: number }> {
  say('Starting')
  const fresh = path.resolve('bench/data/fresh')
  const times: { first: number; second: number; large: number }[] = []
  for (let round = 0; round < 3; round++) {
    rmSync(fresh, { recursive: true, force: true })
    times.push({ first: await startOnce(fresh), second: await startOnce(fresh), large: await startOnce(largeDataDir) })
  }
  rmSync(fresh, { recursive: true, force: true })
  const of = (key: 'first' | 'second' | 'large') => median(times.map((time) => time[key]))
  return { first: of('first'), second: of('second'), large: of('large') }
}

async function startOnce(dataDir: string): Promise<number> {
  const portal = await startPortal(dataDir)
  await portal.stop()
  return portal.startMs
}

const USED = (games: string) => `memory after all measurements but the crowd, the page cache full, ${games} games`

function targets(rows: Row[]): Section {
  return { title: 'Targets', rows }
}

function cachedTargets(games: string, pages: Cached[]): Row[] {
  return pages.map(({ name, ratio }) =>
    atLeast(`cached ${name} beside a bare node:http server, ${games} games`, ratio.middle, 0.95),
  )
}

function cachedSection(games: string, pages: Cached[]): Section {
  const note =
    '16 connections that accept brotli; the bare server sends the same headers and bytes. Half a second each, in turns.'
  return { title: `Cached pages, ${games} games`, note, rows: pages.map(cachedRow) }
}

/** The home shows more than any page, and compressing it alone costs more. */
function compressedTarget({ name, ratio }: Compressed): Row {
  return atMost(
    `rendered and compressed ${name}, beside brotli 4 of its bytes alone`,
    ratio.middle,
    name === 'home' ? 1 : 1.5,
    '×',
  )
}

function compressedSection(pages: Compressed[]): Section {
  const note =
    'For a player, with the Accept-Encoding of a browser, 1,000 games. Processor time of the portal; brotli 4 is of the same bytes, in the same run, in turns.'
  return { title: 'Rendered and compressed pages', note, rows: pages.map(compressedRow) }
}

function atLeast(what: string, value: number, target: number): Row {
  return { what, value: value.toFixed(2), target: `at least ${target}`, reached: value >= target }
}

function atMost(what: string, value: number, target: number, unit: string): Row {
  return {
    what,
    value: `${value.toFixed(unit === 'MB' ? 0 : 2)} ${unit}`,
    target: `at most ${target} ${unit}`,
    reached: value <= target,
  }
}

function cachedRow({ name, bytes, portal, bare, ratio }: Cached): Row {
  const of = (t: Cached['bare']) => `${Math.round(t.perSecond)}/s (p50 ${t.p50.toFixed(2)}, p99 ${t.p99.toFixed(2)} ms)`
  return { what: `${name}, ${bytes} bytes`, value: `${of(portal)}; bare ${of(bare)}; ratio ${spread(ratio)}` }
}

function compressedRow({ name, bytes, page, whole, plain, brotli, ratio }: Compressed): Row {
  const value = `${page.toFixed(2)} ms; brotli 4 alone ${brotli.toFixed(2)} ms; ${spread(ratio)} ×; uncompressed ${plain.toFixed(2)} ms; rendered whole ${whole.toFixed(2)} ms`
  return { what: `${name}, ${bytes} bytes`, value }
}

/** The middle of the rounds, and between what half of them were. */
function spread({ middle, low, high }: Spread): string {
  return `${middle.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`
}

function renderedRow({ name, small, large, largeP99, ratio }: Rendered): Row {
  const ms = (value: number) => value.toFixed(2)
  return { what: name, value: `${ms(small)} ms → ${ms(large)} ms (p99 ${ms(largeP99)}), ${ms(ratio)} ×` }
}

function signedInRow({ name, visitor, player, ratio }: SignedIn): Row {
  return {
    what: name,
    value: `visitor ${spent(visitor)}; player ${spent(player)}; ${ratio.toFixed(2)} × of the portal`,
  }
}

function crowdRow({ name, perSecond, p50, p99, refused, asked }: Crowd): Row {
  const share = `${((refused / asked) * 100).toFixed(0)}% refused at once or within 5 s`
  return {
    what: name,
    value: `${perSecond.toFixed(0)} pages/s (p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)} ms), ${share}`,
  }
}

function coldRows({ pages, cold, warm }: Cold): Row[] {
  const value = ({ p50, p99 }: Cold['cold']) => `p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)} ms`
  return [
    { what: `${pages} pages, the database cold`, value: value(cold) },
    { what: 'the same pages, the database warm', value: value(warm) },
  ]
}

function spent({ portal, database }: { portal: number; database: number }): string {
  return `${portal.toFixed(2)} ms, and ${database.toFixed(2)} ms of the database`
}

function say(text: string): void {
  process.stderr.write(`${text} …\n`)
}

process.chdir(path.join(import.meta.dirname, '..'))
process.env.AUTH_SECRET = AUTH_SECRET
try {
  const asked = process.argv.slice(2)
  const text = formatResults(asked.length ? await measureParts(asked) : await measure())
  if (!asked.length) writeFileSync('bench/results.md', text)
  console.log(`\n${text}`)
} finally {
  await Promise.all(running.map((portal) => portal.stop()))
}
