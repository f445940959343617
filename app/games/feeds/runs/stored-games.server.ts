import type { Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import { PUBLIC_STATUSES } from '../../../db/schema/games.server.ts'
import { FED_FIELDS, FEED_VALUE, type StoredGame, type Values } from './fed-fields.ts'

/** Reads games by id. For a game that is not public, the address is the one in `held_url`. */
export async function readStoredGames(tx: Transaction, ids: number[]): Promise<Map<number, StoredGame>> {
  if (!ids.length) return new Map()
  const rows = await preparedIn<StoredGame>(tx, 'feed-read-games', READ, [ids])
  return new Map(rows.map((game) => [game.id, game]))
}

const VALUES = [...FED_FIELDS, 'age_rating'].map(
  (field) => `'${field}', ${field === 'url' ? 'coalesce(g.url, g.held_url)' : `g.${field}`}`,
)

const READ = `
  select g.id, g.title, g.slug, g.status, g.status_reason as reason, g.status_at::text as at,
    jsonb_build_object(${VALUES.join(', ')}) as values,
    coalesce((select jsonb_object_agg(o.field, o.feed_value) from game_overrides o where o.game_id = g.id), '{}')
      as overrides
  from games g where g.id = any($1::int[])`

/**
 * Writes values of existing games: feed fields, `status`, `status_reason` and `status_at` (the current time if
 * missing), and the feed's values of fields that an operator has set. The caller refreshes the listings.
 */
export async function writeStoredGames(tx: Transaction, games: { id: number; values: Values }[]): Promise<void> {
  const written = games.flatMap(({ id, values }) => {
    const own = Object.entries(values).filter(([key]) => !key.startsWith(FEED_VALUE))
    return own.length ? [{ id, values: Object.fromEntries(own) }] : []
  })
  if (written.length) await preparedIn(tx, 'feed-write-games', WRITE, [JSON.stringify(written)])
  const fed = games.flatMap(({ id, values }) =>
    Object.entries(values)
      .filter(([key]) => key.startsWith(FEED_VALUE))
      .map(([key, value]) => ({ id, field: key.slice(FEED_VALUE.length), value })),
  )
  if (fed.length) await preparedIn(tx, 'feed-write-fed', WRITE_FED, [JSON.stringify(fed)])
}

const IS_PUBLIC = `r.status in (${PUBLIC_STATUSES.map((status) => `'${status}'`).join(', ')})`
const COLUMNS = FED_FIELDS.filter((field) => field !== 'url')

const WRITE = `
  update games g set ${COLUMNS.map((field) => `${field} = r.${field}`).join(', ')},
    status = r.status, status_reason = r.status_reason,
    status_at = case when not t.values ? 'status' then g.status_at
      when t.values ? 'status_at' then r.status_at else now() end,
    url = case when ${IS_PUBLIC} then a.address end, held_url = case when not ${IS_PUBLIC} then a.address end,
    updated_at = now()
  from json_to_recordset($1::json) as t(id int, values jsonb) join games b on b.id = t.id
  cross join lateral jsonb_populate_record(b, t.values - 'url') r
  cross join lateral (
    select case when t.values ? 'url' then t.values->>'url' else coalesce(b.url, b.held_url) end as address
  ) a
  where g.id = t.id`

const WRITE_FED = `
  update game_overrides o set feed_value = coalesce(t.value, 'null')
  from jsonb_to_recordset($1::jsonb) as t(id int, field text, value jsonb)
  where o.game_id = t.id and o.field = t.field`
