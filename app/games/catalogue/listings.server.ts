import { sql } from 'drizzle-orm'
import { backgroundDatabase, type Transaction } from '../../db/connection.server.ts'
import { listed } from '../../db/listed.server.ts'
import { categorySlugIn, matchesRule, tagKeyIn } from '../arrangement/arrangement-sql.server.ts'
import { HELD_BY_RULE } from '../feeds/rules/held-by-rule.ts'
import { LONGEST, SHORTEST } from '../search/count-words.server.ts'
import { BRAINROT, MOBILE, QUICK } from './category-rules.ts'
import { COUNTING_LOCK } from './count-views.server.ts'

const LISTED = sql.raw(listed('g'))

/** Tags of games that work on a phone, for feeds without such a field. Migration 0015 contains these lists, too. */
const PHONE_TAGS = tagsOrMerged(`'{mobile,android,iphone,touchscreen}'::text[]`)

/** Tags of games with short rounds. */
const QUICK_TAGS = tagsOrMerged(
  `'{hypercasual,hyper casual,hyper-casual,one button,one-button,one touch,` +
    `endless,endless runner,high score,highscore,timing,reflex,tap,fast-paced}'::text[]`,
)

/** These tags, and those that operators have merged them into. */
function tagsOrMerged(tags: string) {
  return sql.raw(
    `(select ${tags} || array(select merged_into from tags where tag = any(${tags}) and merged_into > ''))`,
  )
}

const SLUG = sql.raw(categorySlugIn('u.word'))
const TAG = sql.raw(tagKeyIn('u.word'))
const MATCHES_RULE = sql.raw(matchesRule('o.rule', 'k.slugs'))

/** The labels of a game that are flags (`game_labels`). */
export const FLAGS = {
  featured: '!featured',
  original: '!original',
  noPicture: '!no-picture',
  /** An operator has set one of its fields. */
  edited: '!edited',
  /** Some of its starts in the last seven days failed. */
  failing: '!failing',
  /** A rule of a feed holds or hides it. */
  ruled: '!ruled',
} as const

/** Begins the label of an age rating. */
export const AGE_FLAG = '!age-'

const labelsOf = sql`
  select ${SLUG} as label from unnest(g.categories) u(word)
  union select '#' || ${TAG} from unnest(g.tags) u(word)
  union select ${FLAGS.featured} where g.is_featured
  union select ${FLAGS.original} where g.is_original
  union select ${FLAGS.noPicture} where g.image_url is null
  union select ${FLAGS.edited} where exists (select from game_overrides o where o.game_id = g.id)
  union select ${FLAGS.failing} where exists (select from game_weeks w where w.game_id = g.id and w.failures > 0)
  union select ${FLAGS.ruled} where ${sql.raw(HELD_BY_RULE)}
  union select ${AGE_FLAG} || g.age_rating where g.age_rating is not null`

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
  await refreshCategories(tx, changed)
  await refreshTags(tx, changed)
  await refreshLabels(tx, changed)
  if (isCounted) await recountListings(tx)
  await addWords(tx, changed)
}

/**
 * Updates the lists by category. Like all of these, it writes only differences: most writes change few lists, and each
 * row has an entry in four indexes.
 */
async function refreshCategories(tx: Transaction, changed: ReturnType<typeof sql>): Promise<void> {
  const columns = sql`category, game_id, is_original, created_at, feed_position, views, title`
  const rows = sql`
    select distinct c.slug as category, g.id as game_id, g.is_original, g.created_at, g.feed_position, v.views,
      g.search_title as title
    from games g
    join game_views v on v.game_id = g.id
    cross join lateral (select array(
      select ${SLUG} from unnest(g.categories) u(word)
      union
      select ${BRAINROT} where g.search_title ~ 'italian\\s*brain\\s*-?rot'
        or lower(coalesce(g.raw_category, '')) ~ '^italian[ -]brainrot'
        or exists (select from unnest(g.tags) tag where lower(tag) ~ '^italian[ -]brainrot')
      union
      select ${MOBILE}
        where coalesce(
          g.plays_on_phones, exists (select from unnest(g.tags) tag where lower(tag) = any(${PHONE_TAGS}::text[])))
      union
      select ${QUICK} where exists (select from unnest(g.tags) tag where lower(tag) = any(${QUICK_TAGS}::text[]))
    ) as slugs) k
    cross join lateral (
      select unnest(k.slugs) as slug
      union all
      select 'collection:' || o.id from collections o where o.rule is not null and ${MATCHES_RULE}
    ) c
    where g.id in (${changed}) and ${LISTED}`
  await tx.execute(sql`
    with listed as materialized (${rows})
    delete from game_categories old where old.game_id in (${changed}) and not exists (
      select from listed l where l.game_id = old.game_id and l.category = old.category
        and (l.is_original, l.created_at, l.feed_position, l.views, l.title)
          = (old.is_original, old.created_at, old.feed_position, old.views, old.title))`)
  await tx.execute(
    sql`insert into game_categories (${columns}) select ${columns} from (${rows}) l on conflict do nothing`,
  )
}

/** Updates the lists by tag. */
async function refreshTags(tx: Transaction, changed: ReturnType<typeof sql>): Promise<void> {
  const rows = sql`
    select distinct ${TAG} as tag, g.id as game_id, v.views
    from games g
    join game_views v on v.game_id = g.id
    cross join unnest(g.tags) u(word)
    where g.id in (${changed}) and ${LISTED}`
  await tx.execute(sql`
    with listed as materialized (${rows})
    delete from game_tags old where old.game_id in (${changed}) and not exists (
      select from listed l where l.game_id = old.game_id and l.tag = old.tag and l.views = old.views)`)
  await tx.execute(sql`insert into game_tags (tag, game_id, views) ${rows} on conflict do nothing`)
}

/** Updates the lists of the console, which include games that are not public. */
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
