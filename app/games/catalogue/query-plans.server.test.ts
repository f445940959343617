import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createCatalogueDatabase,
  findPlanFaults,
  GAMES,
  recordPlans,
  type PlanNode,
} from '../../../testing/fixtures/query-plans.ts'
import { createPlayer, signIn } from '../../../testing/fixtures/players.ts'
import { database, type Transaction } from '../../db/connection.server.ts'
import { loadHome } from '../../home/load-home.server.ts'
import { loadShellPlayer } from '../../shell/load-player.server.ts'
import { signedCookie } from '../../server/sessions/session.server.ts'
import { dropAllCached } from '../../server/cache/data-cache.server.ts'
import { addRememberedWishes, addWish, countWishes, removeWish, wishesOnPage } from '../../wishlist/wishlist.server.ts'
import { listingOf } from './category-rules.ts'
import { countView, writeViews } from './count-views.server.ts'
import { findGameById, findGameBySlug } from './find-game.server.ts'
import { loadEmptyLinks } from '../lists/empty-links.server.ts'
import * as lists from '../lists/list-games.server.ts'
import { type Order, ORDERS } from '../lists/list-orders.ts'
import { LISTING_SIZE, pageListing } from '../lists/page-listing.server.ts'
import { loadGamesList } from '../lists/load-games-list.server.ts'
import { listOfferedTags } from '../lists/offered-tags.server.ts'
import { PAGE_SIZE, pageGames } from '../lists/page-games.server.ts'
import { listSimilar } from '../similar/similar-games.server.ts'
import * as reactions from '../reactions/reactions.server.ts'
import { addRecentGames, recordRecentGame, removeRecentGame } from '../recent/recent-games.server.ts'
import { search, searchGames } from '../search/search-games.server.ts'
import { rowCards } from '../cards/shared-cards.server.ts'
import { countSitemapParts, listSitemapGames } from './sitemap-games.server.ts'

const LAST_PAGE = Math.ceil(GAMES / PAGE_SIZE)
/** The most rows that a query may read from one table: the maximum of a search. Only a part of the sitemap has more. */
const ROWS = 1000
const ROWS_OF: Record<string, number> = { 'first part of the sitemap': 10_000 }

const similar = (id: number) => (dropAllCached(), listSimilar(id))

const visit = new Request('http://localhost/', { headers: { 'x-client-ip': '192.0.2.7' } })

/** One of many players, with a long wishlist. */
let player: { id: string; token: string }

/** Every read of a public page, the one write of each visit, and what a player reads and changes. */
const QUERIES: Record<string, () => Promise<unknown>> = {
  home: () => loadHome(),
  'newest games': () => lists.listNewestGames({ limit: 30 }),
  'popular games': () => lists.listPopularGames({ limit: 30 }),
  originals: () => lists.listOriginals(30),
  category: () => pageListing(listingOf('puzzle'), 'newest', 1),
  'small category': () => pageListing(listingOf('tower-defense'), 'most-played', 1),
  'empty category': () => pageListing(listingOf('italian-brainrot'), 'a-z', 1),
  ...Object.fromEntries(
    (Object.keys(ORDERS) as Order[]).flatMap((order) =>
      [1, 4, 999].map((page) => [
        `page ${page} of a category, ${order}`,
        // The last page is as far from the end as the first is from the beginning.
        async () => pageListing(listingOf('puzzle'), order, page === 999 ? await lastPage('puzzle') : page),
      ]),
    ),
  ),
  'originals as a list': () => pageListing(listingOf('original'), 'a-z', 1),
  'last page of new games': () => pageListing(listingOf('new'), 'newest', 5),
  'last page of popular games': () => pageListing(listingOf('popular'), 'newest', 5),
  'one tag': () => lists.listTagged(['puzzle'], 20),
  'twenty tags': () =>
    lists.listTagged(
      Array.from({ length: 20 }, (_, at) => ['fun', 'html5', 'kids', `nothing-${at}`][at % 4]!),
      20,
    ),
  'related games': () => lists.listRelated({ id: 12, category: 'puzzle' }, 22, 12),
  'related games of an empty category': () => lists.listRelated({ id: 12, category: '' }, 22, 12),
  'similar games': () => similar(12),
  'games similar to an unknown one': () => similar(2_000_000_000),
  'tags on offer': () => listOfferedTags(),
  'lists without games': () => loadEmptyLinks(),
  counts: () => lists.countGames(['all', 'category:puzzle']),
  'game by slug': () => findGameBySlug('super-run-1'),
  'game by id': () => findGameById(12),
  'list of all games': () => loadGamesList({ filter: 'all', q: '', page: 1 }),
  'second page': () => pageGames({ filter: 'all', page: 2 }),
  'middle page': () => pageGames({ filter: 'all', page: Math.floor(LAST_PAGE / 2) }),
  'page past the middle': () => pageGames({ filter: 'all', page: Math.floor(LAST_PAGE / 2) + 1 }),
  'last page': () => pageGames({ filter: 'all', page: LAST_PAGE }),
  ...Object.fromEntries(
    (Object.keys(ORDERS) as Order[]).flatMap((order) =>
      [1, 2, LAST_PAGE].map((page) => [
        `page ${page} of all games, ${order}`,
        () => pageGames({ filter: 'all', order, page }),
      ]),
    ),
  ),
  'first page of a category': () => pageGames({ filter: 'puzzle', page: 1 }),
  'middle page of a category': () => pageGames({ filter: 'puzzle', page: 12 }),
  'last page of a small category': () => pageGames({ filter: 'soccer', page: 2 }),
  'first part of the sitemap': () => listSitemapGames(1),
  'part of the sitemap past its end': () => listSitemapGames(9),
  'parts of the sitemap': () => countSitemapParts(),
  views: () => writeSomeViews(),
  'cards of rows': () => {
    dropAllCached()
    return rowCards(Array.from({ length: 28 }, (_, at) => at * 1000 + 1))
  },
  'player of a page': () =>
    loadShellPlayer(new Request('http://localhost/', { headers: { cookie: signedCookie(player.token) } })),
  'length of a wishlist': () => countWishes(player.token),
  'first page of a wishlist': () => lists.listCards(wishesOnPage(player.token, 1)),
  'last page of a wishlist': () => lists.listCards(wishesOnPage(player.token, 12)),
  'add to the wishlist': () => addWish(player.id, 9),
  'remove from the wishlist': () => removeWish(player.id, 9),
  reaction: () => reactions.setReaction(player.id, 9, 'like'),
  'changed reaction': () => reactions.setReaction(player.id, 9, 'dislike'),
  'removed reaction': () => reactions.removeReaction(player.id, 9),
  'reactions of a game': () => reactions.countReactions(9),
  'player on a game page': () =>
    loadShellPlayer(
      new Request('http://localhost/games/super-run-1', { headers: { cookie: signedCookie(player.token) } }),
    ),
  'all reactions of a player': () => database().transaction((tx) => reactions.removeReactionsOf(tx, player.id)),
  'add to recent games': () => recordRecentGame(player.id, 9),
  'remove from recent games': () => removeRecentGame(player.id, 9),
  'import of local data': () => database().transaction((tx) => moveLocalData(tx)),
  ...Object.fromEntries(
    [
      's',
      'z',
      'é',
      '3',
      'su',
      'az',
      'qx',
      'sup',
      'tle',
      'qqq',
      'race',
      'zombie',
      'stickman run',
      'impossible quagga',
      '100%',
      'a_b',
    ].map((term) => [`search for ${term}`, () => searchGames(term)]),
  ),
  ...Object.fromEntries(
    [
      'impossible quagga',
      'run super',
      'sup er run',
      'soccer games',
      'pixel art',
      'car puzzle action',
      'zombei',
      'stikman runn',
      'a_b',
      '---',
    ].map((term) => [`forgiving search for ${term}`, () => search(term)]),
  ),
}

let world: Awaited<ReturnType<typeof createCatalogueDatabase>>

beforeAll(async () => {
  process.env.AUTH_SECRET = 'a secret of thirty-two characters'
  world = await createCatalogueDatabase()
  await createPlayers()
})

afterAll(() => world.drop())

test.each(['custom', 'generic'] as const)('no query scans the catalogue, with %s plans', async (mode) => {
  const explain = await recordPlans(world.connection, mode)
  const faults: Record<string, string[]> = {}
  for (const [name, run] of Object.entries(QUERIES)) {
    const plans = await explain(run)
    expect(plans.length, `${name} was explained`).toBeGreaterThan(0)
    const found = plans.flatMap((plan) => findPlanFaults(plan, BIG, ROWS_OF[name] ?? ROWS))
    if (found.length) faults[name] = found
  }
  expect(faults).toEqual({})
})

// Plans made during a first import: its games are not in the statistics yet, but their table pages are.
test.each(['custom', 'generic'] as const)(
  'a search reads its results once, with empty table statistics and %s plans',
  async (mode) => {
    const tables = sql.param([...BIG])
    await database().execute(
      sql`update pg_class set reltuples = 0, relpages = pg_relation_size(oid) / 8192 where relname = any(${tables})`,
    )
    await database().execute(
      sql`delete from pg_statistic where starelid in (select oid from pg_class where relname = any(${tables}))`,
    )
    const explain = await recordPlans(world.connection, mode)
    for (const term of ['s', 'tle', 'race', 'stickman run', 'impossible quagga']) {
      const plans = await explain(() => searchGames(term))
      expect(plans.length, `${term} was explained`).toBeGreaterThan(0)
      expect(Math.max(...plans.map(mostLimits)), term).toBeLessThan(ROWS)
    }
  },
)

/** The highest number of times that a Limit node of a plan is repeated. */
function mostLimits(node: PlanNode): number {
  return Math.max(
    node['Node Type'] === 'Limit' ? (node['Actual Loops'] ?? 0) : 0,
    ...(node.Plans ?? []).map(mostLimits),
  )
}

const BIG = new Set([
  'games',
  'game_categories',
  'game_tags',
  'game_views',
  'wishlist_entries',
  'recent_games',
  'game_reactions',
  'search_words',
])

async function lastPage(category: string): Promise<number> {
  const list = `category:${category}`
  return Math.ceil((await lists.countGames([list])).get(list)! / LISTING_SIZE)
}

async function writeSomeViews(): Promise<void> {
  for (let game = 1; game <= 50; game++) countView(visit, game * 7)
  await writeViews()
}

const WISHES = 560

/** Twenty players with wishes, played games and reactions. */
async function createPlayers(): Promise<void> {
  for (let made = 0; made < 20; made++) {
    const { id } = await createPlayer()
    const { token } = await signIn({ id })
    player = { id, token }
    // From the whole catalogue: if they were its first games, a plan that reads all games up to the last of them
    // would not be expensive.
    const games = (count: number) =>
      sql`select ${id}::uuid, id, now() - make_interval(secs => id % 1000) from games
        where id % ${Math.floor(GAMES / count)} = ${made} order by id limit ${count}`
    await database().execute(sql`insert into wishlist_entries (player_id, game_id, created_at) ${games(WISHES)}`)
    await database().execute(sql`insert into recent_games (player_id, game_id, played_at) ${games(100)}`)
    await database().execute(
      sql`insert into game_reactions (player_id, game_id, created_at, reaction) select *, 'like' from (${games(100)}) g`,
    )
  }
  await database().execute(sql`analyze wishlist_entries, recent_games, game_reactions`)
}

async function moveLocalData(tx: Transaction): Promise<void> {
  const local = Array.from({ length: 100 }, (_, at) => ({ id: 1 + at * 31, at }))
  await addRecentGames(tx, player.id, local)
  await addRememberedWishes(tx, player.id, local)
}
