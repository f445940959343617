import { sql } from 'drizzle-orm'
import { backgroundDatabase, type Transaction } from '../../db/connection.server.ts'
import { listed } from '../../db/listed.server.ts'
import { LONGEST, SHORTEST } from '../search/count-words.server.ts'
import { BRAINROT, MOBILE, QUICK } from './category-rules.ts'
import { COUNTING_LOCK } from './count-views.server.ts'

const LISTED = sql.raw(listed('g'))

/** Tags of games that work on a phone, for feeds without such a field. Migration 0015 contains these lists, too. */
const PHONE_TAGS = sql.raw(`'{mobile,android,iphone,touchscreen}'::text[]`)

/** Tags of games with short rounds. */
const QUICK_TAGS = sql.raw(
  `'{hypercasual,hyper casual,hyper-casual,one button,one-button,one touch,` +
    `endless,endless runner,high score,highscore,timing,reflex,tap,fast-paced}'::text[]`,
)

/** The labels of a game that are flags (`game_labels`). */
export const FLAGS = {
  featured: '!featured',
  original: '!original',
  noPicture: '!no-picture',
  /** An operator has set one of its fields. */
  edited: '!edited',
  /** Some of its starts in the last seven days failed. */
  failing: '!failing',
} as const

const labelsOf = sql`
  select replace(lower(category), ' ', '-') as label from unnest(g.categories) category
  union select '#' || lower(tag) from unnest(g.tags) tag
  union select ${FLAGS.featured} where g.is_featured
  union select ${FLAGS.original} where g.is_original
  union select ${FLAGS.noPicture} where g.image_url is null
  union select ${FLAGS.edited} where exists (select from game_overrides o where o.game_id = g.id)
  union select ${FLAGS.failing} where exists (select from game_weeks w where w.game_id = g.id and w.failures > 0)`

/**
 * Updates the tables derived from `games`: lists by category and tag, the console's labels, the rows of views and
 * weeks, the counts, and the search words. Call it in the transaction of every write to `games`, with the ids of the
 * written games or a query that selects them. Games without a URL are in no list (docs/product.md#games-and-slugs). In
 * a series of writes, only some need to recount (`isCounted`).
 */
export async function refreshListings(
  tx: Transaction,
  ids: number[] | ReturnType<typeof sql>,
  { isCounted = true } = {},
): Promise<void> {
  const changed = Array.isArray(ids) ? sql`select unnest(${sql.param(ids)}::int[])` : ids
  await lockCounts(tx)
  await tx.execute(
    sql`insert into game_views (game_id) select id from games where id in (${changed}) on conflict do nothing`,
  )
  await tx.execute(sql`delete from game_categories where game_id in (${changed})`)
  await tx.execute(sql`delete from game_tags where game_id in (${changed})`)
  await tx.execute(sql`
    insert into game_categories (category, game_id, is_original, created_at, feed_position, views, title)
    select distinct c.slug, g.id, g.is_original, g.created_at, g.feed_position, v.views, g.search_title
    from games g
    join game_views v on v.game_id = g.id
    cross join lateral (
      select replace(lower(category), ' ', '-') as slug from unnest(g.categories) category
      union
      select ${BRAINROT} where g.search_title ~ 'italian\\s*brain\\s*-?rot'
        or lower(coalesce(g.raw_category, '')) ~ '^italian[ -]brainrot'
        or exists (select from unnest(g.tags) tag where lower(tag) ~ '^italian[ -]brainrot')
      union
      select ${MOBILE}
        where coalesce(g.plays_on_phones, exists (select from unnest(g.tags) tag where lower(tag) = any(${PHONE_TAGS})))
      union
      select ${QUICK} where exists (select from unnest(g.tags) tag where lower(tag) = any(${QUICK_TAGS}))
    ) c
    where g.id in (${changed}) and ${LISTED}`)
  await tx.execute(sql`
    insert into game_tags (tag, game_id, views)
    select distinct lower(tag), g.id, v.views
    from games g
    join game_views v on v.game_id = g.id
    cross join unnest(g.tags) tag
    where g.id in (${changed}) and ${LISTED}`)
  await refreshLabels(tx, changed)
  if (isCounted) await recountListings(tx)
  await addWords(tx, changed)
}

/**
 * Updates the lists of the console, which include games that are not public. Writes only differences, since most writes
 * change no label.
 */
async function refreshLabels(tx: Transaction, changed: ReturnType<typeof sql>): Promise<void> {
  await tx.execute(sql`
    insert into game_weeks (game_id, plays, failures)
    select id, 0, 0 from games where id in (${changed}) on conflict do nothing`)
  await tx.execute(sql`
    with labels as materialized (
      select l.label, g.created_at, g.id as game_id from games g cross join lateral (${labelsOf}) l
      where g.id in (${changed}) and g.status <> 'deleted'
    ), removed as (
      delete from game_labels old where old.game_id in (${changed})
        and not exists (
          select from labels l
          where l.game_id = old.game_id and l.label = old.label and l.created_at = old.created_at)
    )
    insert into game_labels (label, created_at, game_id)
    select label, created_at, game_id from labels order by label, created_at, game_id on conflict do nothing`)
}

/**
 * Only one transaction at a time writes counts. Otherwise two that write the same counts would fail, or deadlock with a
 * batch of views.
 */
async function lockCounts(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${COUNTING_LOCK})`)
}

/**
 * Recounts all lists, so that pages never count. Takes 0.3 s with 500,000 games and runs once per write to the
 * catalogue, or at the end of a series of writes.
 */
export async function recountListings(tx: Transaction): Promise<void> {
  await lockCounts(tx)
  await tx.execute(sql`delete from game_counts`)
  await tx.execute(sql`
    insert into game_counts (list, games)
    select 'all', count(*) from games g where ${LISTED}
    union all
    select 'original', count(*) from games g where is_original and ${LISTED}
    union all
    select 'category:' || category, count(*) from game_categories group by category`)
}

/**
 * Vacuums and analyzes the catalogue after a large write. With outdated statistics, query plans can be a thousand times
 * slower, and indexes are slow until new entries are sorted into them. Takes 0.4 s after 2,000 games. Call it outside a
 * transaction. Errors are ignored, since autovacuum does the same later.
 */
export async function vacuumCatalogue(): Promise<void> {
  await backgroundDatabase()
    .execute(
      sql`vacuum (analyze) games, game_views, game_categories, game_tags, game_labels, game_weeks, game_counts,
        search_words`,
    )
    .catch(() => {})
}

/**
 * Adds words of these games that the search does not know yet. `countingWords` deletes unused words and updates counts
 * once a day, which is enough, since counts only rank spelling corrections.
 */
async function addWords(tx: Transaction, changed: ReturnType<typeof sql>): Promise<void> {
  await tx.execute(sql`
    insert into search_words (word, games)
    select word, count(*)
    from games g, unnest(text_words(g.title || ' ' || array_to_string(g.categories || g.tags, ' '))) word
    where g.id in (${changed}) and ${LISTED} and length(word) between ${SHORTEST} and ${LONGEST}
    group by word order by word on conflict do nothing`)
}
