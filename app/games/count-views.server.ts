import { createHmac } from 'node:crypto'
import { preparedWrite } from '../db/query.server.ts'
import { remember } from '../lib/remember.ts'
import { addressGroup, CLIENT_ADDRESS_HEADER } from '../server/client-address.server.ts'
import { onShutdown } from '../server/http-shutdown.server.ts'
import { log } from '../server/log.server.ts'
import { authSecret } from '../server/secret.server.ts'

const FLUSH_MS = 5000
/** Beyond this many gathered views, as when the database is away for long, new ones are let go. */
const MAX_GATHERED = 100_000

/** Held by whoever changes the counts of many games in one transaction. */
export const COUNTING_LOCK = 4718302

const gathered = remember('views', () => ({
  views: new Map<string, { visitor: string; gameId: number }>(),
  timer: null as NodeJS.Timeout | null,
}))

/**
 * Notes that the visitor of a request has seen a game load. Views are written in batches; each visitor counts once per
 * game in 30 minutes (decisions.md, S2), on whichever node.
 */
export function countView(request: Request, gameId: number): void {
  if (gathered.views.size >= MAX_GATHERED) return
  const visitor = visitorOf(request)
  gathered.views.set(`${visitor} ${gameId}`, { visitor, gameId })
  if (gathered.timer) return
  gathered.timer = setTimeout(() => void flushQuietly(), FLUSH_MS)
  onShutdown('view counts', writeViews)
}

/** A visitor is an address and a browser, as a keyed hash: addresses are not stored. */
function visitorOf(request: Request): string {
  const address = addressGroup(request.headers.get(CLIENT_ADDRESS_HEADER) ?? '')
  const browser = request.headers.get('user-agent') ?? ''
  return createHmac('sha256', authSecret()).update(`view\n${address}\n${browser}`).digest('base64url').slice(0, 22)
}

/** Writes what is gathered; on failure it stays gathered, and the error is thrown. */
export async function writeViews(): Promise<void> {
  if (gathered.timer) clearTimeout(gathered.timer)
  gathered.timer = null
  const views = [...gathered.views]
  if (!views.length) return
  gathered.views.clear()
  try {
    await preparedWrite('count-views', COUNT, [
      views.map(([, { visitor }]) => visitor),
      views.map(([, { gameId }]) => gameId),
    ])
  } catch (error) {
    for (const [key, view] of views) gathered.views.set(key, view)
    throw error
  }
}

/** One at a time over all nodes (the lock), so that two batches never wait for each other's rows. */
const COUNT = `
  with lock as materialized (select pg_advisory_xact_lock(${COUNTING_LOCK})),
  old as (delete from game_view_marks where seen_at < now() - interval '1 hour'),
  seen as (
    insert into game_view_marks (visitor, game_id, seen_at)
    select visitor, game_id, now() from lock, unnest($1::text[], $2::int[]) as given(visitor, game_id)
    on conflict (visitor, game_id) do update set seen_at = excluded.seen_at
      where game_view_marks.seen_at < now() - interval '30 minutes'
    returning game_id
  ),
  counted as (
    update game_views v set views = v.views + s.seen
    from (select game_id, count(*) as seen from seen group by game_id) s where v.game_id = s.game_id
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
