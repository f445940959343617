import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createPlayer } from '../../../testing/fixtures/players.ts'
import { database } from '../../db/connection.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { cancelRun } from '../feeds/runs/act-on-run.server.ts'
import { findRun, listRuns } from '../feeds/runs/list-runs.server.ts'
import { RUN_BATCH } from '../feeds/runs/run-steps.server.ts'
import { createFeed, forgetFiles, plan } from '../feeds/runs/testing.server.ts'
import { FeedError } from './feed-error.server.ts'
import { type FeedImport, importFeed } from './import-feed.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-feeds-'))

beforeAll(async () => {
  testDatabase = await createTestDatabase()
})

beforeEach(async () => {
  await database().execute(
    sql`truncate games, game_views, game_categories, game_tags, game_counts, search_words restart identity cascade`,
  )
})

afterAll(async () => {
  await testDatabase.drop()
  forgetFiles()
  rmSync(folder, { recursive: true })
})

/** The hash of a game, made from a short name. */
const hash = (name: string) => name.padEnd(32, 'z')

function entry(name: string, over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: name, title: `Game ${name}`, description: `About ${name}.`, instructions: 'W - up', category: 'Racing', tags: 'Car, Tower',
    url: `https://html5.gamemonetize.com/${hash(name)}/`, thumb: `https://img.gamemonetize.com/${hash(name)}/512x384.jpg`, width: '800', height: '600', ...over,
  } // prettier-ignore
}

function feedFile(content: unknown): string {
  const file = path.join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

/** The planner's estimate of the number of games. */
async function estimatedGames() {
  const { rows } = await database().execute(
    sql`select reltuples::int as games from pg_class where oid = 'games'::regclass`,
  )
  return rows[0]?.games
}

function importEntries(entries: unknown, options: Partial<FeedImport> = {}) {
  return importFeed({ provider: 'gamemonetize', source: feedFile(entries), ...options })
}

async function listGames() {
  const { rows } = await database().execute<Record<string, unknown>>(sql`select * from games order by id`)
  return rows
}

async function dumpCatalogue() {
  const tables = ['games', 'game_views', 'game_categories', 'game_tags', 'game_counts', 'search_words']
  const dumps = tables.map((table) => database().execute(sql`select t::text from ${sql.raw(table)} t order by 1`))
  return (await Promise.all(dumps)).map(({ rows }) => rows)
}

test('new games get all the data of the feed', async () => {
  const result = await importEntries([entry('a'), entry('b', { title: 'Second', category: 'Girls', tags: '' })])
  expect(result).toMatchObject({
    created: 2,
    changed: 0,
    unchanged: 0,
    refused: [],
    games: [{ id: 1, slug: 'game-a' }, { id: 2, slug: 'second' }],
  }) // prettier-ignore
  const [first, second] = await listGames()
  expect(first).toMatchObject({
    slug: 'game-a',
    title: 'Game a',
    provider: 'gamemonetize',
    provider_game_id: hash('a'),
    categories: ['Car'],
    raw_category: 'Racing',
    tags: ['Car', 'Tower'],
    description: 'About a.',
    how_to_play: 'W - up',
    platform: 'Web Browser',
    published_by: 'GameMonetize',
    url: `https://html5.gamemonetize.com/${hash('a')}/`,
    image_url: `https://img.gamemonetize.com/${hash('a')}/512x384.jpg`,
    width: 800,
    height: 600,
    is_original: false,
    feed_position: 0,
  })
  expect(second).toMatchObject({ categories: ['Casual'], tags: [], feed_position: 1 })
  expect(second?.created_at).toEqual(first?.created_at)
})

test('an import analyzes the tables after the catalogue has grown by more than a tenth', async () => {
  const entries = Array.from({ length: 23 }, (_, at) => entry(`n${at}`))
  await importEntries(entries.slice(0, 20), { dryRun: true })
  expect(await estimatedGames()).toBe(-1)
  await importEntries(entries.slice(0, 20))
  expect(await estimatedGames()).toBe(20)
  await importEntries(entries.slice(0, 22))
  expect(await estimatedGames()).toBe(20)
  await importEntries(entries.map((one) => ({ ...one, title: 'New' })))
  expect(await estimatedGames()).toBe(23)
})

test('listings, tags, views and counts are updated', async () => {
  await importEntries([entry('a'), entry('b', { category: 'Puzzle', tags: 'Tower' })])
  const { rows: counts } = await database().execute(sql`select list, games from game_counts order by list`)
  expect(counts).toEqual([
    { list: 'all', games: 2 },
    { list: 'category:car', games: 1 },
    { list: 'category:puzzle', games: 1 },
    { list: 'original', games: 0 },
  ])
  const { rows: tags } = await database().execute(
    sql`select tag, count(*)::int as games from game_tags group by tag order by tag`,
  )
  expect(tags).toEqual([{ tag: 'car', games: 1 }, { tag: 'tower', games: 2 }]) // prettier-ignore
  const { rows: views } = await database().execute(
    sql`select sum(views)::int as views, count(*)::int as games from game_views`,
  )
  expect(views).toEqual([{ views: 0, games: 2 }])
})

test('importing the same feed again changes nothing', async () => {
  const entries = [entry('a'), entry('b')]
  await importEntries(entries)
  const before = await dumpCatalogue()
  expect(await importEntries(entries)).toMatchObject({ created: 0, changed: 0, unchanged: 2, refused: [], games: [] })
  expect(await dumpCatalogue()).toEqual(before)
})

test('a later feed updates changed games and keeps slug, position, views and everything else', async () => {
  await importEntries([entry('a'), entry('b')])
  await database().execute(sql`update game_views set views = 7 where game_id = 1`)
  await database().execute(
    sql`update games set seo_title = 'Kept', created_at = '2020-01-01', updated_at = '2020-01-01'`,
  )
  const result = await importEntries([
    entry('c'),
    entry('a', { title: 'Renamed', width: '1280', tags: 'Tower' }),
    entry('b'),
  ])
  expect(result).toMatchObject({ created: 1, changed: 1, unchanged: 1 })
  expect(result.games).toEqual([{ id: 3, slug: 'game-c' }, { id: 1, slug: 'game-a' }]) // prettier-ignore
  const [first, second] = await listGames()
  expect(first).toMatchObject({
    slug: 'game-a',
    title: 'Renamed',
    width: 1280,
    tags: ['Tower'],
    feed_position: 0,
    seo_title: 'Kept',
  })
  const old = new Date('2020-01-01T00:00:00Z').getTime()
  expect(new Date(String(first?.created_at)).getTime()).toBe(old)
  expect(new Date(String(first?.updated_at)).getTime()).toBeGreaterThan(old)
  expect(new Date(String(second?.updated_at)).getTime()).toBe(old)
  const { rows } = await database().execute(sql`select views from game_views where game_id = 1`)
  expect(rows).toEqual([{ views: '7' }])
})

test('a game that is in two feeds is imported once', async () => {
  await importEntries([entry('a', { id: '51295' })])
  const twin = entry('a', { id: '30283', url: `https://html5.gamemonetize.co/${hash('a')}/` })
  expect(await importEntries([twin])).toMatchObject({ created: 0, changed: 1 })
  expect(await listGames()).toHaveLength(1)
})

test('two providers may use the same id for different games', async () => {
  const id = 'abcdef01'.repeat(4)
  await importEntries([entry('a', { url: `https://html5.gamemonetize.com/${id}/`, title: 'Lamps' })])
  const other = { Id: id, Title: 'Tower', 'Game URL': `https://html5.gamedistribution.com/${id}/` }
  expect(await importEntries([other], { provider: 'gamedistribution' })).toMatchObject({ created: 1, changed: 0 })
  expect(await listGames()).toMatchObject([
    { provider: 'gamemonetize', provider_game_id: id, title: 'Lamps' },
    { provider: 'gamedistribution', provider_game_id: id, title: 'Tower' },
  ])
})

test('titles with the same slug get numbers, within the feed and across the catalogue', async () => {
  await importEntries([entry('a', { title: 'Race' }), entry('b', { title: 'Race!' }), entry('c', { title: 'race' })])
  await importEntries([entry('d', { title: 'Race' }), entry('e', { title: 'Race 2' })])
  expect((await listGames()).map((game) => game.slug)).toEqual(['race', 'race-2', 'race-3', 'race-4', 'race-2-2'])
})

test('concurrent imports create no slug twice', async () => {
  const feeds = ['p', 'q', 'r', 's'].map((name) =>
    Array.from({ length: 20 }, (_, index) => entry(name + index, { title: 'Race' })),
  )
  await Promise.all(feeds.map((entries) => importEntries(entries)))
  const slugs = (await listGames()).map((game) => game.slug)
  expect(new Set(slugs).size).toBe(80)
  expect(slugs).toContain('race-80')
})

test('each refused entry is reported with number, title and reason', async () => {
  const { created, refused } = await importEntries([
    entry('a'),
    entry('b', { title: '' }),
    entry('c', { url: '' }),
    entry('a', { id: '9', title: 'Game &amp; Twin' }),
    entry('d', { url: '<script src="https://html5.gamemonetize.com/x.js"></script>' }),
    entry('e', { url: `http://html5.gamemonetize.com/${hash('e')}/` }),
    'nonsense',
    entry('g', { url: undefined }),
    entry('h', { url: 'javascript:alert(1)' }),
    entry('i', { url: 'https://html5.gamemonetize.com/i/', thumb: '' }),
    { Title: 'Elsewhere', Md5: 'x' },
    entry('f', { url: `<iframe src="https://html5.gamemonetize.com/${hash('f')}/"></iframe>` }),
  ])
  expect(created).toBe(2)
  expect(refused).toEqual([
    { entry: 2, title: '', reason: 'no title' },
    { entry: 3, title: 'Game c', reason: 'no address' },
    { entry: 4, title: 'Game & Twin', reason: 'same game as entry 1' },
    { entry: 5, title: 'Game d', reason: 'url is a script instead of a frame' },
    { entry: 6, title: 'Game e', reason: 'url is not an https address' },
    { entry: 7, title: '', reason: 'not an entry of gamemonetize' },
    { entry: 8, title: 'Game g', reason: 'no address' },
    { entry: 9, title: 'Game h', reason: 'url is not an https address' },
    { entry: 10, title: 'Game i', reason: 'no stable id in its address' },
    { entry: 11, title: 'Elsewhere', reason: 'not an entry of gamemonetize' },
  ])
})

test.each(['constructor', '__proto__'])('a category called %s does not break an import', async (category) => {
  const { created, refused } = await importEntries([entry('a', { category }), entry('b')])
  expect([created, refused]).toEqual([2, []])
  const hit = { Id: '0a1b2c3d'.repeat(4), Title: 'Hit', 'Game URL': `https://html5.gamedistribution.com/${'0a1b2c3d'.repeat(4)}/`, Genres: [category], Tags: [category] } // prettier-ignore
  const other = await importEntries([hit], { provider: 'gamedistribution' })
  expect([other.created, other.refused]).toEqual([1, []])
  expect((await listGames()).map(({ categories }) => categories)).toEqual([['Car'], ['Car'], ['Casual']])
})

test('a dry run reports the changes and writes nothing', async () => {
  await importEntries([entry('a'), entry('b')])
  const before = await dumpCatalogue()
  const result = await importEntries([entry('a'), entry('b', { title: 'New' }), entry('c'), entry('d', { url: '' })], {
    dryRun: true,
  })
  expect(result).toMatchObject({ created: 1, changed: 1, unchanged: 1, refused: [{ entry: 4 }] })
  expect(await dumpCatalogue()).toEqual(before)
})

test.each([false, true])('an import that an operator cancels changes nothing (dry run: %s)', async (dryRun) => {
  const operator = (await createPlayer({ role: 'operator' })) as unknown as Player
  let runId = 0
  const cancel = async () => {
    runId = (await listRuns())[0]!.id
    expect(await cancelRun(operator, runId)).toEqual({ outcome: 'done' })
  }
  await expect(importEntries([entry('a')], { dryRun, onProgress: cancel })).rejects.toThrow(
    new FeedError('An operator cancelled this import in the console'),
  )
  expect(await listGames()).toEqual([])
  expect((await findRun(runId))?.state).toBe(dryRun ? undefined : 'cancelled')
})

test('an import that an operator cancels while it is applied stops with a message', async () => {
  const operator = (await createPlayer({ role: 'operator' })) as unknown as Player
  let runId = 0
  const cancel = async () => {
    if (!runId) await cancelRun(operator, (runId = (await listRuns())[0]!.id))
  }
  const entries = Array.from({ length: RUN_BATCH + 1 }, (_, at) => entry(`g${at}`))
  await expect(importEntries(entries, { onApplied: cancel })).rejects.toThrow(
    /^An operator cancelled this import.* undone/,
  )
  expect((await findRun(runId))?.state).toBe('cancelled')
  expect((await listGames()).length).toBeLessThan(entries.length)
})

test('entries beyond the limit are not read', async () => {
  const { created, refused } = await importEntries(
    `[${JSON.stringify(entry('a'))},${JSON.stringify(entry('b', { url: '' }))},3,`,
    { limit: 2 },
  )
  expect({ created, refused: refused.length }).toEqual({ created: 1, refused: 1 })
})

test.each([
  ['[', 'is not JSON: it ends too early'],
  ['<html>', 'is not JSON: wrong within its first 6 characters'],
  ['{"items":[]}', 'has no list of games'],
  [JSON.stringify([{ Title: 'x', Md5: 'y' }]), 'is not a feed of gamemonetize'],
])('%s is refused as a feed', async (text, message) => {
  await expect(importEntries(text)).rejects.toThrow(message)
})

test('a source that cannot be opened and an unknown provider are reported', async () => {
  await expect(importFeed({ provider: 'gamemonetize', source: '/no/such.json' })).rejects.toThrow(
    '/no/such.json is not there: no such file',
  )
  await expect(importFeed({ provider: 'gamemonetize', source: folder })).rejects.toThrow('is a folder, not a file')
  await expect(importFeed({ provider: 'nobody', source: 'x' })).rejects.toThrow(
    'There is no provider "nobody"; there are: gamemonetize, gamedistribution',
  )
  await expect(importFeed({ provider: 'gamemonetize', source: 'http://127.0.0.1:1/' })).rejects.toThrow(
    'is not public: 127.0.0.1',
  )
})

test('a feed that ends too early leaves the catalogue unchanged', async () => {
  await importEntries([entry('a')])
  const before = await dumpCatalogue()
  const many = Array.from({ length: 1500 }, (_, index) => entry(`x${index}`))
  await expect(
    importEntries(`${JSON.stringify([entry('a', { title: 'New' }), ...many]).slice(0, -1)},{"title"`),
  ).rejects.toThrow('ends too early')
  expect(await dumpCatalogue()).toEqual(before)
})

test('GameDistribution’s segments are read', async () => {
  const id = 'abcdef01'.repeat(4)
  const hit = { Id: id, Title: 'Tower', 'Game URL': `https://html5.gamedistribution.com/${id}`, Genres: ['Shooter'], Tags: ['3d'], Assets: [], Width: '480', Height: '900' } // prettier-ignore
  const source = feedFile({ input: {}, segments: [{ title: 'For you', count: 2, hits: [hit, { ...hit, Title: '' }] }] })
  expect(await importFeed({ provider: 'gamedistribution', source })).toMatchObject({
    created: 1,
    refused: [{ entry: 2, reason: 'no title' }],
  })
  expect(await listGames()).toMatchObject([
    { provider: 'gamedistribution', categories: ['Shooting'], image_url: null, width: 480, published_by: null },
  ])
})

test('other nodes are notified when listings change, and only then', async () => {
  const client = new pg.Client(testDatabase.connection)
  const received: unknown[] = []
  client.on('notification', ({ payload }) => received.push(JSON.parse(payload ?? '')))
  await client.connect()
  await client.query('listen playhall_purge')
  await importEntries([entry('a')])
  await importEntries([entry('a')])
  await importEntries([entry('b')], { dryRun: true })
  await client.query('select 1')
  await client.end()
  expect(received).toEqual([{ tags: ['games'] }])
})

const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

/** A site that serves `total` games in pages, and records the requests. */
async function servePages(
  total: number,
  end: 'short' | 'empty' | 'cut' | 'clamped' | 'first',
): Promise<{ address: string; requested: string[] }> {
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(request.url ?? '')
    const query = new URL(request.url ?? '', 'http://x').searchParams
    const [page, num] = [Number(query.get('page')), Number(query.get('num'))]
    const given = end === 'first' ? 1 : end === 'clamped' ? Math.min(page, Math.ceil(total / num)) : page
    const names = Array.from({ length: total }, (_, index) => `n${index}`).slice((given - 1) * num, given * num)
    const text = JSON.stringify(names.map((name) => entry(name)))
    if (end === 'cut' && page === 2)
      response.writeHead(200, { 'content-length': text.length }).write(text.slice(0, -20), () => response.destroy())
    else response.end(end === 'empty' && !names.length ? '' : text)
  }).listen(0, '127.0.0.1')
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.php?format=0&num=10&page=1`,
    requested,
  }
}

test('pages are read until a short one', async () => {
  const { address, requested } = await servePages(25, 'short')
  const result = await importFeed({ provider: 'gamemonetize', source: address, limits: { allowLoopback: true } })
  expect(result.created).toBe(25)
  expect(requested.map((url) => url.at(-1))).toEqual(['1', '2', '3'])
  expect((await listGames()).map((game) => game.feed_position)).toEqual(Array.from({ length: 25 }, (_, index) => index))
})

test('pages are read until an empty one', async () => {
  const { address, requested } = await servePages(20, 'empty')
  expect(
    await importFeed({ provider: 'gamemonetize', source: address, limits: { allowLoopback: true } }),
  ).toMatchObject({ created: 20 })
  expect(requested).toHaveLength(3)
})

test.each([
  ['the last page again for every later page', 'clamped', 20, 3],
  ['the first page for every page number', 'first', 10, 2],
] as const)('a site that returns %s is read to its end', async (_, end, created, pages) => {
  const { address, requested } = await servePages(20, end)
  const result = await importFeed({ provider: 'gamemonetize', source: address, limits: { allowLoopback: true } })
  expect(result).toMatchObject({ created, refused: [] })
  expect(requested).toHaveLength(pages)
})

test('a dry run leaves the plan of its feed that is pending review', async () => {
  const { address } = await servePages(5, 'short')
  const feed = await createFeed({ address })
  const runId = await plan(feed, [entry('a')])
  const source = { provider: 'gamemonetize', source: address, limits: { allowLoopback: true } }
  expect(await importFeed({ ...source, dryRun: true })).toMatchObject({ created: 5 })
  expect(await listRuns({ feedId: feed.id })).toMatchObject([{ id: runId, state: 'planned' }])
})

test('a limit requests no more pages than it needs', async () => {
  const { address, requested } = await servePages(100, 'short')
  const source = { provider: 'gamemonetize', source: address, limits: { allowLoopback: true } }
  expect(await importFeed({ ...source, limit: 15 })).toMatchObject({ created: 15 })
  expect(requested).toHaveLength(2)
})

test('a truncated page leaves the catalogue unchanged', async () => {
  const { address } = await servePages(25, 'cut')
  const source = { provider: 'gamemonetize', source: address, limits: { allowLoopback: true } }
  await expect(importFeed(source)).rejects.toThrow(`${address} cannot be read: the connection was cut`)
  expect(await listGames()).toEqual([])
})
