import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createCatalogueDatabase,
  findPlanFaults,
  GAMES,
  recordPlans,
} from '../../../../testing/fixtures/query-plans.ts'
import { database } from '../../../db/connection.server.ts'
import { vacuumCatalogue } from '../../catalogue/listings.server.ts'
import { loadFrameHosts } from '../providers/frame-hosts.server.ts'
import { findRuleMatches, listRuleMatches } from './rule-matches.server.ts'

/** A batch of games, with a few entries of other feeds between them. */
const ROWS = 1100
const BIG = new Set(['games', 'feed_games', 'game_overrides'])

let testDatabase: Awaited<ReturnType<typeof createCatalogueDatabase>>

beforeAll(async () => {
  testDatabase = await createCatalogueDatabase()
  for (const statement of [
    `insert into feeds (name, provider) values ('All', 'gamemonetize'), ('Few', 'gamemonetize')`,
    `insert into feed_games (feed_id, game_id) select 1, id from games`,
    `insert into feed_games (feed_id, game_id) select 2, id from games where id % 500 = 0`,
    `insert into game_overrides (game_id, field, feed_value) select id, 'categories', '[]' from games where id % 90 = 5`,
    'analyze feed_games',
    'analyze game_overrides',
  ])
    await database().execute(sql.raw(statement))
  await vacuumCatalogue()
})
afterAll(() => testDatabase.drop())

test.each(['custom', 'generic'] as const)(
  'a batch of the review and the hosts of pages are read from indexes, with %s plans',
  async (mode) => {
    const explain = await recordPlans(testDatabase.connection, mode)
    const rules = { rules: [], usesDefaultRules: true }
    const batch = (id: number, after: number) => () =>
      listRuleMatches({ id, ...rules }, { rule: null, after, budgetMs: 0 })
    const runs = {
      first: batch(1, 0),
      middle: batch(1, GAMES / 2),
      last: batch(1, GAMES - 10),
      'a small feed': batch(2, 0),
      chosen: () => findRuleMatches({ id: 1, ...rules }, 'Gambling', [5, 7, GAMES - 1]),
      hosts: loadFrameHosts,
    }
    const faults: Record<string, string[]> = {}
    for (const [name, run] of Object.entries(runs)) {
      const plans = await explain(run)
      expect(plans.length, `${name} was explained`).toBeGreaterThan(0)
      const found = plans.flatMap((plan) => findPlanFaults(plan, BIG, ROWS))
      if (found.length) faults[name] = found
    }
    expect(faults).toEqual({})
  },
)
