import { type ActedOn, logAct } from '../../../accounts/operators/audit-log.server.ts'
import { backgroundDatabase, type Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import { countOf, formatCount } from '../../../lib/text.ts'
import { type Job, NO_DATA } from '../../../server/jobs/jobs.server.ts'
import { changeStatus } from '../../management/change-status.server.ts'
import { UNLISTED_REASON } from './feed-run.ts'

/** Each hour, hides games that have been delisted for longer than their feed allows. */
export const hidingDelisted: Job = {
  queue: {
    name: 'hide-delisted-games',
    data: NO_DATA,
    retries: { limit: 3, firstAfterS: 60, atMostS: 600 },
    expiresAfterS: 1800,
    isSingleton: true,
    schedule: '19 * * * *',
  },
  work: hideDelisted,
}

const BATCH = 1000
/** The number of titles in an audit log entry. */
const NAMED = 5

/** `feedId` and `feedName` are null if the feed was deleted. */
type Delisted = { id: number; title: string; provider: string; feedId: number | null; feedName: string | null }

/** The data for a feed's audit log entry. */
type Hidden = { entry: number; titles: string[]; games: number }

/** If several feeds listed a game, the longest of their periods applies. Writes one audit log entry for each feed. */
export async function hideDelisted(): Promise<void> {
  const hidden = new Map<string, Hidden>()
  for (let isMore = true; isMore;) {
    isMore = await backgroundDatabase().transaction(async (tx) => {
      // In the order of `lockGames`.
      await preparedIn(tx, 'lock-games-table', 'lock table games in row exclusive mode')
      const games = await preparedIn<Delisted>(tx, 'delisted-for-long', FIND, [BATCH])
      if (!games.length) return false
      await changeStatus(
        tx,
        games.map(({ id }) => id),
        'hidden',
        UNLISTED_REASON,
      )
      for (const [feed, rows] of Map.groupBy(games, feedOf))
        hidden.set(feed, await logHidden(tx, rows, hidden.get(feed)))
      return games.length === BATCH
    })
  }
}

const feedOf = ({ feedId, provider }: Delisted) => (feedId === null ? provider : String(feedId))

/** Logs the games of one feed, or updates the entry of earlier batches (`before`). */
async function logHidden(tx: Transaction, rows: Delisted[], before?: Hidden): Promise<Hidden> {
  const { feedId, feedName, provider } = rows[0]!
  const on: ActedOn = feedId === null ? { kind: 'provider', id: provider } : { kind: 'feed', id: String(feedId) }
  const titles = [...(before?.titles ?? []), ...rows.map(({ title }) => title)].slice(0, NAMED)
  const games = (before?.games ?? 0) + rows.length
  const more = games - titles.length
  const named = titles.join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '')
  const why = `${countOf(games, 'game')} no longer in the feed: ${named}`
  const title = feedName ?? provider
  if (before) await preparedIn(tx, 'complete-hidden', COMPLETE, [before.entry, why, JSON.stringify({ games })])
  else await logAct(tx, { by: 'schedule', act: 'hidden', on, why, details: { title, games } })
  return { entry: before?.entry ?? (await newestEntry(tx, on)), titles, games }
}

async function newestEntry(tx: Transaction, { kind, id }: ActedOn): Promise<number> {
  const [row] = await preparedIn<{ id: number }>(tx, 'newest-hidden', NEWEST, [kind, id])
  return row!.id
}

const NEWEST = `select max(id) as id from operator_acts where on_kind = $1 and on_id = $2 and act = 'hidden'`

const COMPLETE = 'update operator_acts set why = $2, details = details || $3::jsonb where id = $1'

const FIND = `
  select g.id, g.title, g.provider, l.id as "feedId", l.name as "feedName"
  from games g left join lateral (
    select f.id, f.name, f.delist_days from feed_games l join feeds f on f.id = l.feed_id
    where l.game_id = g.id and f.is_saved order by f.delist_days desc, f.id limit 1
  ) l on true
  where g.status = 'delisted' and g.status_at < now() - make_interval(days => coalesce(l.delist_days, 14))
  order by g.id limit $1 for no key update of g`
