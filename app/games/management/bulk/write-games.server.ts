import type { Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import { PUBLIC_STATUSES } from '../../../db/schema/games.server.ts'
import { purgePages } from '../../../server/cache/purge.server.ts'
import { recountListings, refreshListings } from '../../catalogue/listings.server.ts'
import type { Change } from './plan-change.server.ts'

/**
 * Locks games until the end of the transaction. To prevent deadlocks, every transaction first locks the table, then in
 * the order of ids all games that it will change, and only then the counts (`refreshListings`).
 */
export async function lockGames(tx: Transaction, ids: number[]): Promise<void> {
  await preparedIn(tx, 'lock-games-table', 'lock table games in row exclusive mode')
  await preparedIn(tx, 'lock-games', LOCK, [ids])
}

const LOCK = 'select from games where id = any($1::int[]) order by id for no key update'

type Changed = { id: number; change: Change }

/** Writes the change of each game, and updates every list in the same transaction. */
export async function writeChanges(tx: Transaction, games: Changed[], { isCounted = true } = {}): Promise<void> {
  if (!games.length) {
    if (isCounted) await recountListings(tx)
    return
  }
  const statuses = games.flatMap(({ id, change: { status } }) => (status ? [{ id, ...status }] : []))
  if (statuses.length) await preparedIn(tx, 'bulk-statuses', STATUSES, [JSON.stringify(statuses)])
  const featured = games.flatMap(({ id, change }) =>
    change.featured === undefined ? [] : [{ id, is: change.featured }],
  )
  if (featured.length) await preparedIn(tx, 'bulk-featured', FEATURED, [JSON.stringify(featured)])
  const rated = games.flatMap(({ id, change: { ageRating: rating } }) => (rating === undefined ? [] : [{ id, rating }]))
  if (rated.length) await preparedIn(tx, 'bulk-age-ratings', AGE_RATINGS, [JSON.stringify(rated)])
  const set = games.flatMap(({ id, change }) => (change.set ?? []).map((one) => ({ id, ...one })))
  if (set.length) await preparedIn(tx, 'bulk-set', SET, [JSON.stringify(set)])
  const values = games.flatMap(({ id, change }) => (change.values ? [{ id, values: change.values }] : []))
  if (values.length) await preparedIn(tx, 'bulk-values', VALUES, [JSON.stringify(values)])
  const unset = games.flatMap(({ id, change }) => (change.unset ?? []).map((field) => ({ id, field })))
  if (unset.length) await preparedIn(tx, 'bulk-unset', UNSET, [JSON.stringify(unset)])
  const ids = games.map(({ id }) => id)
  await refreshListings(tx, ids, { isCounted })
  await purgePages(['games'], tx)
}

const PUBLIC = `in (${PUBLIC_STATUSES.map((status) => `'${status}'`).join(', ')})`

const STATUSES = `
  update games g set status = t.status, status_reason = t.reason, status_at = coalesce(t.at, now()), updated_at = now(),
    url = case when t.status ${PUBLIC} then coalesce(g.url, g.held_url) end,
    held_url = case when t.status not ${PUBLIC} then coalesce(g.url, g.held_url) end
  from json_to_recordset($1::json) as t(id int, status text, reason text, at timestamptz)
  where g.id = t.id`

const FEATURED = `
  update games g set is_featured = t."is", updated_at = now()
  from json_to_recordset($1::json) as t(id int, "is" boolean)
  where g.id = t.id`

const AGE_RATINGS = `
  update games g set age_rating = t.rating, updated_at = now()
  from json_to_recordset($1::json) as t(id int, rating text)
  where g.id = t.id`

// The small picture of a provider is unknown until its next import; those of this portal are named after the large one.
const VALUES = `
  update games g set title = r.title, description = r.description, how_to_play = r.how_to_play,
    categories = r.categories, tags = r.tags, image_url = r.image_url,
    image_small_url = case
      when r.image_url is not distinct from g.image_url then g.image_small_url
      when r.image_url like '/%-640.webp' then regexp_replace(r.image_url, '-640\\.webp$', '-320.webp') end,
    width = r.width, height = r.height, plays_on_phones = r.plays_on_phones,
    url = case when g.status ${PUBLIC} then a.address end,
    held_url = case when g.status not ${PUBLIC} then a.address end, updated_at = now()
  from json_to_recordset($1::json) as t(id int, values jsonb) join games b on b.id = t.id
  cross join lateral jsonb_populate_record(b, t.values - 'url') r
  cross join lateral (
    select case when t.values ? 'url' then t.values->>'url' else coalesce(b.url, b.held_url) end as address
  ) a
  where g.id = t.id`

const SET = `
  insert into game_overrides (game_id, field, feed_value)
  select id, field, coalesce(value, 'null') from jsonb_to_recordset($1::jsonb) as t(id int, field text, value jsonb)
  on conflict do nothing`

const UNSET = `
  delete from game_overrides o using json_to_recordset($1::json) as t(id int, field text)
  where o.game_id = t.id and o.field = t.field`
