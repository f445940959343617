import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { createGames, daysAgo } from '../../../../testing/fixtures/games.ts'
import { database } from '../../../db/connection.server.ts'
import { GAME_STATUSES, PUBLIC_STATUSES } from '../../../db/schema/games.server.ts'
import { refreshListings } from '../../catalogue/listings.server.ts'
import { countManagedGames, type ListedGame, listManagedGames, listProviders } from './list-managed-games.server.ts'
import { type GamesQuery, readGamesQuery, type Sort, SORTS } from './table-rules.ts'

const COUNT = 90
const PROVIDERS = ['gamemonetize', 'own', 'playgama']

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
/** All games, newest first, read without the code under test. */
let all: (ListedGame & { tags: string[]; phones: boolean | null; hasPicture: boolean })[]

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const made = await createGames(
    Array.from({ length: COUNT }, (_, at) => ({
      title: `${['Moto', 'Snail', 'ÄTNA 100%', 'moto'][at % 4]} ${['Rush', 'Road'][at % 2]} ${at % 9}`,
      provider: PROVIDERS[at % 3]!,
      status: GAME_STATUSES[at % 7] ?? 'published',
      ...(PUBLIC_STATUSES.includes(GAME_STATUSES[at % 7] ?? 'published') ? {} : { url: null, heldUrl: 'https://x/' }),
      categories: [['Dress Up', 'Car'], ['Puzzle'], ['Car']][at % 3]!,
      tags: [['Fun', '3D'], [], ['fun']][at % 5] ?? ['kids'],
      playsOnPhones: [true, false, null][at % 4] ?? null,
      isFeatured: at % 6 === 0,
      isOriginal: at % 10 === 0,
      statusReason: ['', 'Rule: Slots', 'Casino'][at % 3]!,
      ageRating: (['18', null, '7', null] as const)[at % 4]!,
      imageUrl: at % 4 ? null : 'https://img.gamemonetize.com/a.jpg',
      // Games of one import have the same time.
      createdAt: daysAgo(Math.floor(at / 8)),
    })),
  )
  await database().transaction(async (tx) => {
    const ids = made.map(({ id }) => id)
    await tx.execute(
      sql`insert into game_overrides (game_id, field, feed_value) select id, 'title', '"x"' from games where id % 5 = 0`,
    )
    await tx.execute(sql`update game_weeks set plays = game_id % 11, failures = greatest(0, game_id % 13 - 8)`)
    await refreshListings(tx, ids)
  })
  const { rows } = await database().execute(sql`
    select g.id, g.title, g.provider, g.categories, g.status, g.is_featured as "isFeatured", g.is_original as "isOriginal",
      g.id % 5 = 0 as "isEdited", g.tags, g.status_reason as reason,
      g.age_rating as "ageRating", g.plays_on_phones as phones, g.image_url is not null as "hasPicture",
      g.id % 11 as plays, greatest(0, g.id % 13 - 8) as failures
    from games g order by g.created_at desc, g.id desc`)
  all = rows as never
})
afterAll(() => testDatabase.drop())

const read = (text: string) => readGamesQuery(new URLSearchParams(text))

/** Which games a query selects, in its order, worked out from all of them. */
function expected(query: GamesQuery): number[] {
  const words = query.q.toLowerCase().split(/\s+/).filter(Boolean)
  const found = all.filter(
    (game) =>
      (query.status ? game.status === query.status : game.status !== 'deleted') &&
      (!query.provider || game.provider === query.provider) &&
      (!query.category || game.categories.some((name) => name.toLowerCase().replace(' ', '-') === query.category)) &&
      (!query.tag || game.tags.some((name) => name.toLowerCase() === query.tag)) &&
      (!query.phones || game.phones === { yes: true, no: false, unknown: null }[query.phones]) &&
      (!query.featured || game.isFeatured) &&
      (!query.original || game.isOriginal) &&
      (!query.unpictured || !game.hasPicture) &&
      (!query.edited || game.isEdited) &&
      (!query.failing || game.failures > 0) &&
      (!query.ruled || (/^(pending|hidden)$/.test(game.status) && game.reason === 'Rule: Slots')) &&
      (!query.age || game.ageRating === query.age) &&
      words.every((word) => game.title.toLowerCase().includes(word)),
  )
  const by = (one: (typeof all)[number]) =>
    query.sort.startsWith('plays') ? one.plays : query.sort.startsWith('failures') ? one.failures : 0
  const titles = (one: (typeof all)[number], other: (typeof all)[number]) =>
    Buffer.compare(Buffer.from(one.title.toLowerCase()), Buffer.from(other.title.toLowerCase()))
  const sorts: Record<Sort, () => typeof all> = {
    newest: () => found,
    oldest: () => found.toReversed(),
    title: () => found.toSorted((a, b) => titles(a, b) || a.id - b.id),
    'title-desc': () => found.toSorted((a, b) => titles(b, a) || b.id - a.id),
    plays: () => found.toSorted((a, b) => by(b) - by(a) || b.id - a.id),
    'plays-asc': () => found.toSorted((a, b) => by(a) - by(b) || a.id - b.id),
    failures: () => found.toSorted((a, b) => by(b) - by(a) || b.id - a.id),
    'failures-asc': () => found.toSorted((a, b) => by(a) - by(b) || a.id - b.id),
  }
  return sorts[query.sort]().map(({ id }) => id)
}

/** All pages of a query. */
async function idsOf(query: GamesQuery): Promise<number[]> {
  const ids: number[] = []
  for (let after: number | null = 0; after !== null;) {
    const page: Awaited<ReturnType<typeof listManagedGames>> = await listManagedGames({ ...query, after }, 7)
    ids.push(...page.games.map(({ id }) => id))
    after = page.next
  }
  return ids
}

const FILTERS = [
  'q=moto', 'q=ROAD+moto', 'q=100%25', 'q=_', 'status=hidden', 'status=published', 'status=deleted', 'provider=own',
  'category=dress-up', 'category=none', 'tag=fun', 'phones=yes', 'phones=no', 'phones=unknown', 'featured=1', 'original=1',
  'unpictured=1', 'edited=1', 'failing=1', 'ruled=1', 'age=18', 'age=12',
] // prettier-ignore
const PAIRS = FILTERS.flatMap((one, at) => FILTERS.slice(at + 1).map((other) => `${one}&${other}`)).filter(
  (pair) => new Set(pair.split('&').map((part) => part.split('=')[0])).size === 2,
)

test.each(['', ...FILTERS])('all pages of “%s” hold what it selects, in each order', async (filter) => {
  for (const sort of Object.keys(SORTS) as Sort[]) {
    const query = read(`${filter}&sort=${sort}`)
    expect(await idsOf(query), sort).toEqual(expected(query))
  }
  const query = read(filter)
  expect(await countManagedGames(query)).toBe(expected(query).length)
  expect(await countManagedGames(query, { isExact: true })).toBe(expected(query).length)
})

test('filters combine', async () => {
  for (const pair of [...PAIRS, 'q=moto&provider=own&category=car&tag=fun&phones=yes&featured=1&edited=1&failing=1']) {
    for (const sort of ['newest', 'title', 'plays-asc'] as Sort[]) {
      const query = read(`${pair}&sort=${sort}`)
      expect(await idsOf(query), `${pair} ${sort}`).toEqual(expected(query))
    }
    expect(await countManagedGames(read(pair)), pair).toBe(expected(read(pair)).length)
  }
})

test('a row has what the table shows', async () => {
  const { games } = await listManagedGames(read('edited=1&failing=1'))
  const { tags: _tags, phones: _phones, hasPicture: _has, ...row } = all.find(({ id }) => id === games[0]!.id)!
  expect(games[0]).toMatchObject(row)
})

test('the providers of all games are found', async () => {
  expect(await listProviders()).toEqual(PROVIDERS)
})
