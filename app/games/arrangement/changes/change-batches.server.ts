import type { Transaction } from '../../../db/connection.server.ts'
import { listed } from '../../../db/listed.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import type { arrangementChanges } from '../../../db/schema/arrangement.server.ts'
import { purgePages } from '../../../server/cache/purge.server.ts'
import { COUNTING_LOCK } from '../../catalogue/count-views.server.ts'
import { refreshListings } from '../../catalogue/listings.server.ts'
import { lockGames } from '../../management/bulk/write-games.server.ts'
import { categoryNameIn, matchesRule, spelledTagIn, tagKeyIn } from '../arrangement-sql.server.ts'
import { type FedGame, mapCategories } from './map-categories.server.ts'

export type ChangeKind = (typeof arrangementChanges.$inferSelect)['kind']

/** A batch of a change: the next `size` games, or those with the next `size` ids, after the id `position`. */
export type Batch = { subject: string; position: number; size: number }

/** The result of a batch. `next` is the position of the next batch; null if there is no more to do. */
export type BatchResult = { next: number | null; done: number; changed: number }

type Kind = {
  /** Returns the number of games to process. */
  count: (tx: Transaction, subject: string) => Promise<number>
  run: (tx: Transaction, batch: Batch) => Promise<BatchResult>
  /** A job processes the change if it has more games than this. */
  atOnce: number
  /** The size of the job's batches. */
  batch: number
}

/** Games per batch that writes to `games`, as in bulk actions. Other writes to the catalogue wait for one batch. */
const BATCH = 200
/** Games per batch that mostly reads. */
const WIDE_BATCH = 2000

/**
 * How to apply each kind of change. Every batch can be repeated, because it brings games in line with the current
 * arrangement.
 */
export const CHANGE_KINDS: Record<ChangeKind, Kind> = {
  category: {
    count: (tx, slug) => countGames(tx, 'category', GAMES_OF_CATEGORY, slug),
    run: (tx, batch) => renameIn(tx, batch, 'category', GAMES_OF_CATEGORY, [RENAME_CATEGORIES, RENAME_FED_CATEGORIES]),
    atOnce: 1000,
    batch: BATCH,
  },
  tag: {
    count: (tx, tag) => countGames(tx, 'tag', GAMES_OF_TAG, tag),
    run: (tx, batch) => renameIn(tx, batch, 'tag', GAMES_OF_TAG, [RENAME_TAGS, RENAME_FED_TAGS]),
    atOnce: 1000,
    batch: BATCH,
  },
  synonym: { count: lastGame, run: applySynonym, atOnce: 5000, batch: WIDE_BATCH },
  collection: { count: lastGame, run: rebuildCollection, atOnce: 10_000, batch: WIDE_BATCH },
}

async function countGames(tx: Transaction, name: string, games: string, subject: string): Promise<number> {
  const text = `select count(*)::int as games from (${games}) g`
  const [row] = await preparedIn<{ games: number }>(tx, `count-change-${name}`, text, [subject])
  return row?.games ?? 0
}

async function lastGame(tx: Transaction): Promise<number> {
  const [row] = await preparedIn<{ last: number }>(tx, 'last-game', 'select coalesce(max(id), 0) as last from games')
  return row?.last ?? 0
}

// Deleted games have no labels. The feed's values that operators have overridden are needed when a field is reset.
const GAMES_OF_CATEGORY = `
  select game_id as id from game_labels where label = $1
  union select game_id from game_overrides where field = 'categories' and feed_value ?| (${staleNames()})
  union select id from games where status = 'deleted' and categories && (${staleNames()})`

function staleNames(): string {
  return `array(select name from former_category_names union select name from categories where merged_into is not null)`
}

const GAMES_OF_TAG = `
  select game_id as id from game_labels where label = '#' || $1
  union select o.game_id from game_overrides o
    where o.field = 'tags' and jsonb_typeof(o.feed_value) = 'array' and lower(o.feed_value::text)::jsonb ? $1
  union select id from games where status = 'deleted' and lower(tags::text)::text[] @> array[$1]`

/** Writes the current names of categories or tags to the next games. */
async function renameIn(
  tx: Transaction,
  { subject, position, size }: Batch,
  name: string,
  games: string,
  [rename, renameFed]: [string, string],
): Promise<BatchResult> {
  const text = `select id from (${games}) g where id > $2 order by id limit $3`
  const rows = await preparedIn<{ id: number }>(tx, `next-change-${name}`, text, [subject, position, size])
  const ids = rows.map(({ id }) => id)
  await lockGames(tx, ids)
  await preparedIn(tx, `rename-fed-${name}`, renameFed, [ids])
  const changed = await preparedIn(tx, `rename-${name}`, rename, [ids])
  await refreshListings(tx, ids, { isCounted: false })
  if (ids.length) await purgePages(['games'], tx)
  return { next: ids.length < size ? null : ids.at(-1)!, done: ids.length, changed: changed.length }
}

const RENAME_CATEGORIES = `
  update games g set categories = n.names, updated_at = now()
  from (
    select id, array_agg(name order by place) as names
    from (
      select g.id, ${categoryNameIn('u.word')} as name, min(u.place) as place
      from games g cross join unnest(g.categories) with ordinality u(word, place)
      where g.id = any($1::int[]) group by 1, 2
    ) one group by id
  ) n
  where n.id = g.id and n.names is distinct from g.categories returning g.id`

const RENAME_FED_CATEGORIES = `
  update game_overrides o set feed_value = n.names
  from (
    select game_id, jsonb_agg(name order by place) as names
    from (
      select o.game_id, ${categoryNameIn('u.word')} as name, min(u.place) as place
      from game_overrides o cross join jsonb_array_elements_text(o.feed_value) with ordinality u(word, place)
      where o.game_id = any($1::int[]) and o.field = 'categories' and jsonb_typeof(o.feed_value) = 'array' group by 1, 2
    ) one group by game_id
  ) n
  where n.game_id = o.game_id and o.field = 'categories'`

const RENAME_TAGS = `
  update games g set tags = n.names, updated_at = now()
  from (
    select id, array_agg(name order by place) as names
    from (
      select g.id, ${tagKeyIn('u.word')} as key, (array_agg(${spelledTagIn('u.word')} order by u.place))[1] as name,
        min(u.place) as place
      from games g cross join unnest(g.tags) with ordinality u(word, place)
      where g.id = any($1::int[]) group by 1, 2
    ) one group by id
  ) n
  where n.id = g.id and n.names is distinct from g.tags returning g.id`

const RENAME_FED_TAGS = `
  update game_overrides o set feed_value = n.names
  from (
    select game_id, jsonb_agg(name order by place) as names
    from (
      select o.game_id, ${tagKeyIn('u.word')} as key,
        (array_agg(${spelledTagIn('u.word')} order by u.place))[1] as name, min(u.place) as place
      from game_overrides o cross join jsonb_array_elements_text(o.feed_value) with ordinality u(word, place)
      where o.game_id = any($1::int[]) and o.field = 'tags' and jsonb_typeof(o.feed_value) = 'array' group by 1, 2
    ) one group by game_id
  ) n
  where n.game_id = o.game_id and o.field = 'tags'`

/**
 * Maps the categories of the next games again if the feed's word is the synonym and no operator has set the categories.
 */
async function applySynonym(tx: Transaction, { subject, position, size }: Batch): Promise<BatchResult> {
  const mapped = (games: FedGame[]) => games.flatMap((game) => mapCategories(game, subject) ?? [])
  const found = mapped(await preparedIn<FedGame>(tx, 'games-of-feeds', GAMES_OF_FEEDS, [position, position + size]))
  const ids = found.map(({ id }) => id)
  await lockGames(tx, ids)
  // Reads them again, because an import or an operator may have changed them before they were locked.
  const changed = mapped(await preparedIn<FedGame>(tx, 'locked-games-of-feeds', LOCKED_GAMES_OF_FEEDS, [ids]))
  if (changed.length) {
    await preparedIn(tx, 'map-categories', MAP_CATEGORIES, [JSON.stringify(changed)])
    await refreshListings(tx, ids, { isCounted: false })
    await purgePages(['games'], tx)
  }
  return { ...(await rangeDone(tx, position, size)), changed: changed.length }
}

const FED_GAMES = `
  select g.id, g.provider, g.raw_category as "rawCategory", g.categories, g.tags from games g
  where g.raw_category is not null
    and not exists (select from game_overrides o where o.game_id = g.id and o.field = 'categories')`

const GAMES_OF_FEEDS = `${FED_GAMES} and g.id > $1 and g.id <= $2`
const LOCKED_GAMES_OF_FEEDS = `${FED_GAMES} and g.id = any($1::int[])`

const MAP_CATEGORIES = `
  update games g set categories = array(select jsonb_array_elements_text(t.categories)), updated_at = now()
  from jsonb_to_recordset($1::jsonb) as t(id int, categories jsonb)
  where g.id = t.id`

/**
 * Updates the list of a rule-based collection for the next games. If the collection or its rule no longer exists, the
 * list becomes empty.
 */
async function rebuildCollection(tx: Transaction, { subject, position, size }: Batch): Promise<BatchResult> {
  await preparedIn(tx, 'lock-counts', 'select pg_advisory_xact_lock($1)', [COUNTING_LOCK])
  const range = [Number(subject), position, position + size]
  await preparedIn(tx, 'collection-out', LEAVE_COLLECTION, range)
  const added = await preparedIn(tx, 'collection-in', JOIN_COLLECTION, range)
  await purgePages(['games'], tx)
  return { ...(await rangeDone(tx, position, size)), changed: added.length }
}

const MATCHING = `
  select g.* from games g join collections c on c.id = $1::int
  where g.id > $2 and g.id <= $3 and c.rule is not null and ${listed('g')}
    and ${matchesRule('c.rule', 'array(select k.category from game_categories k where k.game_id = g.id)')}`

const LEAVE_COLLECTION = `
  with matching as materialized (${MATCHING})
  delete from game_categories o
  where o.game_id > $2 and o.game_id <= $3 and o.category = 'collection:' || $1::int
    and not exists (select from matching m where m.id = o.game_id)`

const JOIN_COLLECTION = `
  insert into game_categories (category, game_id, is_original, created_at, feed_position, views, title)
  select 'collection:' || $1::int, m.id, m.is_original, m.created_at, m.feed_position, v.views, m.search_title
  from (${MATCHING}) m join game_views v on v.game_id = m.id
  on conflict do nothing returning game_id`

async function rangeDone(
  tx: Transaction,
  position: number,
  size: number,
): Promise<{ next: number | null; done: number }> {
  const last = await lastGame(tx)
  const end = position + size
  return { next: end >= last ? null : end, done: Math.max(0, Math.min(end, last) - position) }
}
