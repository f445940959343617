import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { findPlanFaults, recordPlans } from '../../../testing/fixtures/query-plans.ts'
import { createPlayer, signIn } from '../../../testing/fixtures/players.ts'
import { database } from '../../db/connection.server.ts'
import { dropAllCached } from '../../server/cache/data-cache.server.ts'
import { boardQueryOf } from './board-query.ts'
import { boardHref } from '../community-href.ts'
import { listPosts } from './list-posts.server.ts'

/** Enough that the planner recognizes a plan that reads them all as expensive. */
const POSTS = 40_000
/**
 * The most rows that a list may read from one table. A search may read its candidates, or the newest posts of all
 * four types.
 */
const ROWS = 1200
const ROWS_OF_SEARCH = 20_000
const TABLES = new Set(['posts', 'post_counts', 'post_likes'])

type Params = NonNullable<Parameters<typeof boardHref>[0]>

const LISTS: Record<string, Params> = {
  recent: {},
  'recent, far back': { after: '20' },
  'recent of a type': { type: 'showcase' },
  'recent of a type, half way': { type: 'showcase', after: String(POSTS / 2) },
  popular: { tab: 'popular' },
  'popular, far back': { tab: 'popular', after: '1-300' },
  'popular of a type': { tab: 'popular', type: 'question' },
  'popular of a type, far back': { tab: 'popular', type: 'question', after: '1-300' },
  own: { tab: 'my-posts' },
  'own of a type': { tab: 'my-posts', type: 'discussion' },
  'search in own': { tab: 'my-posts', search: 'common' },
  'search for a common term': { search: 'common' },
}

/** Terms in every post, in half of them, in a few, in one and in none, and one that only many old posts contain. */
const TERMS = ['common', 'c', 'half', 'few7', 'few', 'one77', 'zzz', 'common half few7', 'old', 'zq', 'ommo alf']

const SEARCHES = TERMS.flatMap((search): [string, Params][] => [
  [`search for ${search}`, { search }],
  [`search for ${search}, half way`, { search, after: String(POSTS / 2) }],
  [`search for ${search} of a type`, { search, type: 'suggestion' }],
  [`popular of ${search}`, { tab: 'popular', search }],
])

let world: Awaited<ReturnType<typeof createTestDatabase>>
let token: string

beforeAll(async () => {
  world = await createTestDatabase()
  const authors = await Promise.all(Array.from({ length: 40 }, () => createPlayer()))
  const player = authors[7]!
  token = (await signIn(player)).token
  const ids = sql`${sql.param(authors.map(({ id }) => id))}::uuid[]`
  await database().execute(sql`
    with made as (
      insert into posts (player_id, content, type)
      select (${ids})[1 + n % 40], 'common few' || n % 300 || ' one' || n || case when n % 2 = 0 then ' half' else '' end
          || case when n < ${POSTS / 4}::int then ' old' else '' end,
        (array['discussion', 'question', 'suggestion', 'showcase'])[1 + n / 40 % 4]
      from generate_series(1, ${POSTS}::int) n returning id, type
    )
    insert into post_counts (post_id, type, is_shown, likes) select id, type, true, id * 7919 % 200 from made`)
  await database().execute(sql`
    insert into post_likes (post_id, player_id) select p.id, a from posts p cross join unnest((${ids})[1:8]) a where p.id % 5 = 0`)
  await database().execute(sql`
    insert into player_blocks (player_id, blocked_id) select ${player.id}::uuid, a from unnest((${ids})[20:24]) a`)
  await database().execute(sql`analyze players, posts, post_counts, post_likes, player_blocks`)
})
afterAll(() => world.drop())

test.each(['custom', 'generic'] as const)('no board list reads all posts, with %s plans', async (mode) => {
  const explain = await recordPlans(world.connection, mode)
  const faults: Record<string, string[]> = {}
  const look = async (name: string, params: Params, most: number) => {
    for (const by of [null, token]) {
      dropAllCached()
      const query = boardQueryOf(new Request(new URL(boardHref(params), 'http://localhost')))
      const plans = await explain(() => listPosts(query, by))
      expect(plans.length, `${name} was explained`).toBeGreaterThan(0)
      const found = plans.flatMap((plan) => findPlanFaults(plan, TABLES, most))
      if (found.length) faults[`${name}, ${by ? 'player' : 'visitor'}`] = found
    }
  }
  for (const [name, params] of Object.entries(LISTS)) await look(name, params, ROWS)
  for (const [name, params] of SEARCHES) await look(name, params, ROWS_OF_SEARCH)
  expect(faults).toEqual({})
})
