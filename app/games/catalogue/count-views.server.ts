import { createHmac } from 'node:crypto'
import { preparedOnPrimary } from '../../db/query.server.ts'
import { addressGroup, CLIENT_ADDRESS_HEADER } from '../../server/client-address.server.ts'
import { onShutdown } from '../../server/http-shutdown.server.ts'
import { log } from '../../server/log.server.ts'
import { authSecret } from '../../server/secret.server.ts'

const FLUSH_MS = 5000
/** Beyond this many gathered views, as when the database is away for long, new ones are let go. */
const MAX_GATHERED = 100_000

/** Views of one game that one address may add on a UTC day: a household's or a class room's (docs/decisions/018). */
const VIEWS_A_DAY = 10

/** Held by whoever changes the counts of many games in one transaction. */
export const COUNTING_LOCK = 4718302

type View = { visitor: string; address: string; gameId: number }

const gathered = {
  views: new Map<string, View>(),
  timer: null as NodeJS.Timeout | null,
}

/**
 * Notes that the visitor of a request has seen a game load. Views are written in batches; each visitor counts once per
 * game in 30 minutes (docs/product.md, Catalogue), and each address VIEWS_A_DAY times a game and UTC day, on whichever node.
 */
export function countView(request: Request, gameId: number): void {
  if (gathered.views.size >= MAX_GATHERED) return
  const group = addressGroup(request.headers.get(CLIENT_ADDRESS_HEADER) ?? '')
  const visitor = keyed(`view\n${group}\n${request.headers.get('user-agent') ?? ''}`)
  gathered.views.set(`${visitor} ${gameId}`, { visitor, address: keyed(`views of a day\n${group}`), gameId })
  if (gathered.timer) return
  gathered.timer = setTimeout(() => void flushQuietly(), FLUSH_MS)
  onShutdown('view counts', writeViews)
}

/** A visitor is an address and a browser. Both are kept as keyed hashes: addresses are not stored. */
function keyed(text: string): string {
  return createHmac('sha256', authSecret()).update(text).digest('base64url').slice(0, 22)
}

/** Writes what is gathered; on failure it stays gathered, and the error is thrown. */
export async function writeViews(): Promise<void> {
  if (gathered.timer) clearTimeout(gathered.timer)
  gathered.timer = null
  const views = [...gathered.views]
  if (!views.length) return
  gathered.views.clear()
  try {
    await preparedOnPrimary('count-views', COUNT, [
      views.map(([, { visitor }]) => visitor),
      views.map(([, { gameId }]) => gameId),
      views.map(([, { address }]) => address),
    ])
  } catch (error) {
    for (const [key, view] of views) gathered.views.set(key, view)
    throw error
  }
}

/**
 * One at a time over all nodes (the lock), so that two batches never wait for each other's rows. What an address had before
 * is told by its row after: the batch's own snapshot may be older than the lock.
 */
const COUNT = `
  with lock as materialized (select pg_advisory_xact_lock(${COUNTING_LOCK})),
  given as materialized (
    select visitor, game_id, address from unnest($1::text[], $2::int[], $3::text[]) as given(visitor, game_id, address)
  ),
  old as (delete from game_view_marks where seen_at < now() - interval '1 hour'),
  old_days as (delete from game_view_days where day < (now() at time zone 'utc')::date),
  fresh as (
    insert into game_view_marks (visitor, game_id, seen_at)
    select visitor, game_id, now() from lock, given
    on conflict (visitor, game_id) do update set seen_at = excluded.seen_at
      where game_view_marks.seen_at < now() - interval '30 minutes'
    returning visitor, game_id
  ),
  added as (
    select address, game_id, count(*)::int as views from fresh join given using (visitor, game_id) group by address, game_id
  ),
  days as (
    insert into game_view_days as d (day, address, game_id, views)
    select (now() at time zone 'utc')::date, address, game_id, views from added
    on conflict (day, address, game_id) do update set views = d.views + excluded.views
    returning address, game_id, views
  ),
  seen as (
    select game_id, sum(greatest(0, least(a.views, ${VIEWS_A_DAY} - (d.views - a.views)))) as views
    from days d join added a using (address, game_id) group by game_id
  ),
  counted as (
    update game_views v set views = v.views + s.views from seen s where v.game_id = s.game_id and s.views > 0
    returning v.game_id, v.views
  ),
  categories as (update game_categories c set views = n.views from counted n where c.game_id = n.game_id)
  update game_tags t set views = n.views from counted n where t.game_id = n.game_id`

async function flushQuietly(): Promise<void> {
  try {
    await writeViews()
  } catch (error) {
    log().warn({ err: error }, 'Views wait for the database')
    gathered.timer ??= setTimeout(() => void flushQuietly(), FLUSH_MS)
  }
}
