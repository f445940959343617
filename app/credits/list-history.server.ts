import { listed } from '../db/listed.server.ts'
import { prepared } from '../db/query.server.ts'
import { PLAYER_OF_TOKEN } from '../server/sessions/session.server.ts'
import { MINUTES_A_DAY } from './credit-rules.ts'

/** Lines on a page of the history. */
export const HISTORY_PAGE = 20

/** Extra rows to read: more than one player can get in a day, because a group of minutes can span a whole day. */
const ROWS_A_DAY = 200

/** Limits the work for a request, since each page costs slightly more than the previous page. */
export const LAST_PAGE = 500

/** One award, or all minutes that one game earned on one day. */
export type HistoryLine = {
  id: number
  activity: string
  credits: number
  /** `2026-11-21`. */
  day: string
  metadata: Record<string, string | number> | null
  /** The slug of the line's game; null if the line has no game or the game is not public. */
  slug: string | null
}

export type History = { page: number; lines: HistoryLine[]; hasMore: boolean }

/**
 * Returns a page of the ledger of the player with this session token, newest first, 20 lines a page. Reads only as many
 * rows as the page can need, so that a long history is not slower.
 */
export async function listHistory(token: string, page: number): Promise<History> {
  const offset = (page - 1) * HISTORY_PAGE
  const rows = (offset + HISTORY_PAGE + 1) * MINUTES_A_DAY + ROWS_A_DAY
  const lines = await prepared<HistoryLine>('credit-history', READ, [token, rows, offset])
  return { page, lines: lines.slice(0, HISTORY_PAGE), hasMore: lines.length > HISTORY_PAGE }
}

// `ids` reads the index alone and in its order, nulls included. For whole rows, PostgreSQL may read and sort all awards
// of a player, because it expects only as many as an average player has.
const READ = `
  with ids as (
    select id from credit_awards where player_id = ${PLAYER_OF_TOKEN}
    order by created_at desc nulls last, id desc nulls last limit $2
  ),
  newest as (
    select id, activity_type, credits, metadata, created_at,
      case when activity_type = 'play' then split_part(key, ':', 2)
        else to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') end as day,
      case when activity_type = 'play' then 0 else id end as line
    from ids join credit_awards using (id)
  ),
  lines as (
    select max(id) as id, activity_type as activity, sum(credits)::int as credits, day,
      min(metadata::text)::jsonb as metadata, max(created_at) as at
    from newest
    group by activity_type, day, line, case when line = 0 then metadata->>'game' end
    order by at desc, id desc limit ${HISTORY_PAGE + 1} offset $3
  )
  select l.id::int as id, l.activity, l.credits, l.day, l.metadata, g.slug
  from lines l left join games g on g.id = (l.metadata->>'game')::int and ${listed('g')}
  order by l.at desc, l.id desc`
