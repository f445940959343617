import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateCatalogue } from '../../bench/generate-catalogue.ts'
import { createTestDatabase } from '../../tests/database.ts'
import { closeDatabase, database, openDatabase } from '../db/connection.server.ts'
import { loadHome } from '../home/load-home.server.ts'
import { countView, writeViews } from './count-views.server.ts'
import { findGameById, findGameBySlug } from './find-game.server.ts'
import * as lists from './list-games.server.ts'
import { loadGamesList } from './load-games-list.server.ts'
import { PAGE_SIZE, pageGames } from './page-games.server.ts'
import { searchGames } from './search-games.server.ts'
import { countSitemapParts, listSitemapGames } from './sitemap-games.server.ts'

/** Enough that a plan which reads them all looks as bad to the planner as it is. */
const GAMES = 30_000
const LAST_PAGE = Math.ceil(GAMES / PAGE_SIZE)
/** Rows that a query may read of one table: what a search looks at, at the most. Only a part of the sitemap has more. */
const ROWS = 1000
const ROWS_OF: Record<string, number> = { 'first part of the sitemap': 10_000 }

const visit = new Request('http://localhost/', { headers: { 'x-client-ip': '192.0.2.7' } })

/** Every read of a public page and the one write that each visit causes. */
const QUERIES: Record<string, () => Promise<unknown>> = {
  home: () => loadHome(),
  'newest games': () => lists.listNewestGames({ limit: 30 }),
  'popular games': () => lists.listPopularGames({ limit: 30 }),
  originals: () => lists.listOriginals(30),
  category: () => lists.listCategory('puzzle', 50),
  'small category': () => lists.listCategory('tower-defense', 50),
  'empty category': () => lists.listCategory('italian-brainrot', 50),
  'one tag': () => lists.listTagged(['puzzle'], 20),
  'twenty tags': () =>
    lists.listTagged(
      Array.from({ length: 20 }, (_, at) => ['fun', 'html5', 'kids', `nothing-${at}`][at % 4]!),
      20,
    ),
  'related games': () => lists.listRelated({ id: 12, category: 'puzzle' }, 22, 12),
  'related games of an empty category': () => lists.listRelated({ id: 12, category: '' }, 22, 12),
  counts: () => lists.countGames(['all', 'category:puzzle']),
  'game by slug': () => findGameBySlug('super-run-1'),
  'game by id': () => findGameById('12'),
  'list of all games': () => loadGamesList({ filter: 'all', q: '', page: 1 }),
  'second page': () => pageGames({ filter: 'all', page: 2 }),
  'middle page': () => pageGames({ filter: 'all', page: Math.floor(LAST_PAGE / 2) }),
  'page past the middle': () => pageGames({ filter: 'all', page: Math.floor(LAST_PAGE / 2) + 1 }),
  'last page': () => pageGames({ filter: 'all', page: LAST_PAGE }),
  'first page of a category': () => pageGames({ filter: 'puzzle', page: 1 }),
  'middle page of a category': () => pageGames({ filter: 'puzzle', page: 12 }),
  'last page of a small category': () => pageGames({ filter: 'soccer', page: 2 }),
  'first part of the sitemap': () => listSitemapGames(1),
  'part of the sitemap past its end': () => listSitemapGames(9),
  'parts of the sitemap': () => countSitemapParts(),
  views: () => writeSomeViews(),
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
}

let world: Awaited<ReturnType<typeof createTestDatabase>>
let explained: Plan[] = []

beforeAll(async () => {
  world = await createTestDatabase()
  await generateCatalogue(GAMES)
}, 60_000)

afterAll(() => world.drop())

// The first executions of a prepared statement are planned for their values, later ones perhaps for any.
for (const mode of ['custom', 'generic']) {
  test(`no query scans the catalogue, with ${mode} plans`, async () => {
    await reopenExplained(`force_${mode}_plan`)
    const faults: Record<string, string[]> = {}
    for (const [name, run] of Object.entries(QUERIES)) {
      explained = []
      await run()
      expect(explained.length, `${name} was explained`).toBeGreaterThan(0)
      const found = explained.flatMap((plan) => faultsOf(plan.Plan, ROWS_OF[name] ?? ROWS))
      if (found.length) faults[name] = found
    }
    expect(faults).toEqual({})
  })
}

type Plan = { 'Query Text': string; Plan: PlanNode }
type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

const BIG = new Set(['games', 'game_categories', 'game_tags', 'game_views'])

/** The scans of a big table as a whole, and those that read too many rows of it by way of an index (pages skip entries of an index alone). */
function faultsOf(node: PlanNode, most: number): string[] {
  const table = node['Relation Name'] ?? ''
  const below = (node.Plans ?? []).flatMap((child) => faultsOf(child, most))
  if (!BIG.has(table)) return below
  const perLoop =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const rows = Math.round(perLoop * (node['Actual Loops'] ?? 0))
  const what = `${node['Node Type']} of ${table} ${node['Index Name'] ?? ''}, ${rows} rows`
  if (node['Node Type'] === 'Seq Scan') return [...below, what]
  return node['Node Type'] !== 'Index Only Scan' && rows > most ? [...below, what] : below
}

/** Opens the portal's pool anew such that the server tells the plan of each statement that runs. */
async function reopenExplained(planCacheMode: string): Promise<void> {
  await closeDatabase()
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': 0,
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    plan_cache_mode: planCacheMode,
    // As the embedded server has it; see SETTINGS in embedded.server.ts.
    random_page_cost: 1.1,
    max_parallel_workers_per_gather: 0,
  }
  const options = Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  openDatabase({
    primary: { ...world.connection, options },
    onError(error) {
      throw error
    },
  })
  database().$client.on('connect', (client: pg.PoolClient) => {
    client.on('notice', ({ message }) => {
      const at = message?.indexOf('plan:') ?? -1
      if (message && at > 0) explained.push(JSON.parse(message.slice(at + 'plan:'.length)) as Plan)
    })
  })
}

async function writeSomeViews(): Promise<void> {
  for (let game = 1; game <= 50; game++) countView(visit, game * 7)
  await writeViews()
}
