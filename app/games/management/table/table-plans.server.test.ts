import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCatalogueDatabase, findPlanFaults, recordPlans } from '../../../../testing/fixtures/query-plans.ts'
import { database } from '../../../db/connection.server.ts'
import { vacuumCatalogue } from '../../catalogue/listings.server.ts'
import { listOpenActions } from '../bulk/find-bulk-action.server.ts'
import { countManagedGames, listManagedGames, listProviders } from './list-managed-games.server.ts'
import { readGamesQuery, SORTS } from './table-rules.ts'

/** Rows that a page may read of one table, apart from the entries of an index that it counts. */
const ROWS = 1000
const BIG = new Set(['games', 'game_labels', 'game_weeks', 'game_overrides', 'bulk_actions'])

/** Each filter on its own. Some are rare, some are common, and some find nothing. */
const FILTERS = [
  'status=published', 'status=hidden', 'status=quarantined', 'status=deleted', 'provider=gamemonetize', 'provider=playgama',
  'category=casual', 'category=tower-defense', 'category=nothing', 'tag=fun', 'tag=atmospheric', 'tag=nothing', 'phones=yes',
  'phones=no', 'phones=unknown', 'featured=1', 'original=1', 'unpictured=1', 'edited=1', 'failing=1',
  'ruled=1', 'age=18',
] // prettier-ignore

let testDatabase: Awaited<ReturnType<typeof createCatalogueDatabase>>

beforeAll(async () => {
  testDatabase = await createCatalogueDatabase()
  for (const statement of [
    `update games set status = case id % 100 when 1 then 'hidden' when 2 then 'deleted' else 'published' end,
       provider = case id % 100 when 3 then 'playgama' else provider end where id % 100 < 4`,
    `delete from game_labels l using games g where g.id = l.game_id and g.status = 'deleted'`,
    `insert into game_overrides (game_id, field, feed_value) select id, 'title', '"x"' from games where id % 90 = 5`,
    ...['featured', 'original', 'no-picture', 'edited', 'failing', 'ruled', 'age-18'].map(
      (flag, at) => `insert into game_labels (label, created_at, game_id)
        select '!${flag}', created_at, id from games where id % 90 = ${5 + at * 10} and status <> 'deleted'`,
    ),
    `update game_weeks set plays = game_id % 800, failures = case when game_id % 70 = 9 then game_id % 30 else 0 end`,
    'analyze game_overrides',
  ])
    await database().execute(sql.raw(statement))
  await vacuumCatalogue()
})
afterAll(() => testDatabase.drop())

test.each(['custom', 'generic'] as const)(
  'the default view, each filter and each order read one page from an index, with %s plans',
  async (mode) => {
    const explain = await recordPlans(testDatabase.connection, mode)
    const faults: Record<string, string[]> = {}
    for (const text of ['', ...FILTERS, ...Object.keys(SORTS).map((sort) => `sort=${sort}`)]) {
      const query = readGamesQuery(new URLSearchParams(text))
      const { next } = await listManagedGames(query)
      const pages = [() => listManagedGames(query), () => listManagedGames({ ...query, after: next ?? 1 })]
      for (const run of [...pages, () => countManagedGames(query)]) {
        const plans = await explain(run)
        expect(plans.length, `${text} was explained`).toBeGreaterThan(0)
        const found = plans.flatMap((plan) => findPlanFaults(plan, BIG, ROWS))
        if (found.length) faults[text] = [...(faults[text] ?? []), ...found]
      }
    }
    for (const run of [listProviders, () => listOpenActions('00000000-0000-4000-8000-000000000000')])
      expect((await explain(run)).flatMap((plan) => findPlanFaults(plan, BIG, ROWS))).toEqual([])
    expect(faults).toEqual({})
  },
)
