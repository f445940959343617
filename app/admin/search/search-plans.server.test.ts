import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { findPlanFaults, recordPlans } from '../../../testing/fixtures/query-plans.ts'
import { database } from '../../db/connection.server.ts'
import { prepared } from '../../db/query.server.ts'
import { PENDING_GAMES } from '../../games/management/pending-games.server.ts'
import { findGames } from './find-games.server.ts'
import { findPlayers } from './find-players.server.ts'
import { findPosts } from './find-posts.server.ts'

/** Enough that the planner recognizes a plan that reads them all as expensive. */
const GAMES = 40_000
const PLAYERS = 40_000
const POSTS = 40_000
/** Rows that a search may read of one table: the newest posts, or the candidates of the site's search. */
const ROWS = 1200
const TABLES = new Set(['games', 'former_slugs', 'players', 'posts'])

const rowsIn = (fault: string) => Number(/(\d+) rows$/.exec(fault)?.[1])

/** In many titles, names and posts, in few, in one, and in none; too short for an index; with wildcards. */
const TERMS = ['s', 'su', 'run', 'super', 'stickman run', 'crowd', 'crowd_77', 'one77', 'few7', 'zzz', '12', '100%', 'a_b', '---'] // prettier-ignore

let world: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  world = await createTestDatabase()
  // Held for review. How listed games are found is tested in query-plans.server.test.ts.
  await database().execute(sql`
    insert into games (provider, provider_game_id, slug, title, categories, tags, description, how_to_play, status, held_url)
    select 'gamemonetize', n, 'super-run-' || n, 'Super Stickman Run few' || n % 300 || ' one' || n, '{Casual}', '{}', '', '', 'pending',
      'https://html5.gamemonetize.com/' || n || '/'
    from generate_series(1, ${GAMES}::int) n`)
  await database().execute(
    sql`insert into former_slugs (slug, game_id) select 'former-' || id, id from games where id % 5 = 0`,
  )
  await database().execute(sql`
    insert into players (username, email) select 'crowd_' || n, 'crowd_' || n || '@mail.example'
    from generate_series(1, ${PLAYERS}::int) n`)
  await database().execute(sql`
    insert into posts (player_id, content, type, state)
    select (select id from players limit 1), 'A super run, few' || n % 300 || ' one' || n, 'discussion',
      case n % 40 when 0 then 'removed' when 1 then 'held' else 'shown' end
    from generate_series(1, ${POSTS}::int) n`)
  await database().execute(sql`analyze games, former_slugs, players, posts`)
})
afterAll(() => world.drop())

test.each(['custom', 'generic'] as const)(
  'no search of the console reads a whole table, with %s plans',
  async (mode) => {
    const explain = await recordPlans(world.connection, mode)
    const faults: Record<string, string[]> = {}
    for (const [kind, find] of Object.entries({ findGames, findPlayers, findPosts }))
      for (const term of TERMS) {
        const plans = await explain(() => find(term))
        expect(plans.length, `${kind} ${term} was explained`).toBeGreaterThan(0)
        // What matches a large part of a table is found by reading its beginning.
        const found = plans
          .flatMap((plan) => findPlanFaults(plan, TABLES, ROWS))
          .filter((fault) => rowsIn(fault) > ROWS)
        if (found.length) faults[`${kind} ${term}`] = found
      }
    const plans = await explain(() => prepared('pending-games', `select ${PENDING_GAMES}`))
    expect(plans.flatMap((plan) => findPlanFaults(plan, TABLES, 100))).toEqual([])
    expect(faults).toEqual({})
  },
)
