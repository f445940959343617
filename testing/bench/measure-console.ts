import { sql } from 'drizzle-orm'
import { backgroundDatabase, closeDatabase, openDatabase } from '../../app/db/connection.server.ts'
import { startEmbedded } from '../../app/db/embedded.server.ts'
import { refreshListings, vacuumCatalogue } from '../../app/games/catalogue/listings.server.ts'
import { SORTS } from '../../app/games/management/table/table-rules.ts'
import { createPlayer, signIn } from '../fixtures/players.ts'
import { requestOf, type Rendered, warmUp } from './measure-rendered.ts'
import type { Portal } from './portals.ts'
import { median, percentile, sendLoad } from './send-load.ts'

/**
 * The default view, each filter and each sort order of the table of games. Each filter matches either no games or at
 * least 51 of 1,000, so that both catalogues show the same number of rows.
 */
const SINGLE = [
  '', 'status=pending', 'status=published', 'status=hidden', 'status=delisted', 'status=quarantined', 'status=deleted',
  'provider=gamemonetize', 'provider=playgama', 'category=casual', 'category=puzzle', 'category=nothing', 'tag=fun',
  'tag=nothing', 'phones=yes', 'phones=no', 'phones=unknown', 'featured=1', 'original=1', 'unpictured=1', 'edited=1',
  'failing=1', ...Object.keys(SORTS).map((sort) => `sort=${sort}`),
] // prettier-ignore

/** Searches, and combinations of filters and sort orders. */
const COMBINED = [
  'q=run', 'q=s', 'q=super+stickman', 'q=quagga', 'q=run&sort=title', 'q=run&status=hidden&sort=plays',
  'category=casual&tag=fun&sort=title', 'category=puzzle&status=hidden&sort=oldest', 'category=tower-defense&phones=no',
  'provider=playgama&phones=yes&sort=failures', 'status=published&featured=1&sort=plays-asc',
  'tag=fun&edited=1&sort=plays', 'status=deleted&category=casual&sort=title-desc', 'original=1&failing=1&unpictured=1',
  'q=zombie&category=action&tag=3d&phones=unknown&edited=1&sort=failures-asc',
] // prettier-ignore

/** A player may send 1,500 requests in five minutes. */
const REQUESTS_OF_ONE = 1000

export type Table = { single: Rendered[]; combined: { name: string; ms: number; most: number }[] }

/** Measures pages of the console's table on both catalogues, alternately, each view `times` times. */
export async function measureConsole(small: Portal, large: Portal, times = 30): Promise<Table> {
  const cookies = new Map([
    [small, await prepare(small)],
    [large, await prepare(large)],
  ] as const)
  let sent = 0
  const request = (portal: Portal, view: string) => {
    const all = cookies.get(portal)!
    const cookie = all[Math.floor(sent++ / REQUESTS_OF_ONE) % all.length]
    return { ...requestOf(portal, `/admin/games${view && `?${view}`}`), cookie }
  }
  for (const portal of [small, large]) {
    await warmUp(portal, ['/'])
    await sendLoad({
      connections: 1,
      requests: SINGLE.flatMap((view) => [view, view]).map((view) => request(portal, view)),
    })
  }
  const single: Rendered[] = []
  for (const view of SINGLE) {
    const requests = Array.from({ length: times }, (_, at) => {
      const pair = [request(small, view), request(large, view)]
      return at % 2 ? pair.toReversed() : pair
    }).flat()
    const { ms } = await sendLoad({ connections: 1, requests })
    const of = (portal: Portal) => ms.filter((_, at) => requests[at]?.port === portal.port)
    const [a, b] = [median(of(small)), median(of(large))]
    single.push({ name: nameOf(view), small: a, large: b, largeP99: percentile(of(large), 0.99), ratio: b / a })
  }
  const combined: Table['combined'] = []
  for (const view of COMBINED) {
    const requests = Array.from({ length: Math.max(3, Math.ceil(times / 4)) }, () => request(large, view))
    const { ms } = await sendLoad({ connections: 1, requests })
    combined.push({ name: nameOf(view), ms: median(ms), most: Math.max(...ms) })
  }
  return { single, combined }
}

const nameOf = (view: string) => view.replaceAll('&', ', ') || 'default view'

/** Prepares games for the filters, once, and returns the Cookie headers of new operators. */
async function prepare({ dataDir }: Portal): Promise<string[]> {
  const { connection, release } = await startEmbedded({ dataDir, role: 'command' })
  openDatabase({ primary: connection, onError: () => {} })
  try {
    const { rows } = await backgroundDatabase().execute(sql`select from games where status = 'hidden' limit 1`)
    if (!rows.length) {
      await backgroundDatabase().transaction(async (tx) => {
        for (const statement of MARKS) await tx.execute(sql.raw(statement))
        await refreshListings(tx, sql`select id from games`)
      })
      await vacuumCatalogue()
      await backgroundDatabase().execute(sql`vacuum analyze game_overrides`)
      await backgroundDatabase().execute(sql`checkpoint`)
    }
    const operators = await Promise.all(Array.from({ length: 4 }, () => createPlayer({ role: 'operator' })))
    return await Promise.all(operators.map(async (operator) => (await signIn(operator)).cookie))
  } finally {
    await closeDatabase()
    await release()
  }
}

/** A sixteenth of the games gets each state and flag. The numbers are as uneven as for real games. */
const MARKS = [
  `update games set
     status = case id % 16 when 1 then 'pending' when 2 then 'hidden' when 3 then 'quarantined' when 4 then 'delisted'
       when 5 then 'deleted' else status end,
     url = case when id % 16 in (1, 2, 3, 5) then null else url end,
     held_url = case when id % 16 in (1, 2, 3, 5) then url end,
     provider = case when id % 16 = 6 then 'playgama' else provider end,
     plays_on_phones = case when id % 16 = 7 then null else plays_on_phones end,
     is_featured = id % 16 = 8, is_original = id % 16 = 9,
     image_url = case when id % 16 = 10 then null else image_url end
   where provider = 'gamemonetize'`,
  `insert into game_overrides (game_id, field, feed_value) select id, 'title', '"x"' from games where id % 16 = 11`,
  `update game_weeks set plays = 20000 / (1 + (hashint4(game_id) & 65535)),
     failures = case when game_id % 16 = 12 then 1 + game_id % 30 else 0 end`,
]
