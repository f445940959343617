import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/connection.server.ts'
import { PUBLIC_STATUSES } from '../../db/schema/games.server.ts'
import { refreshListings } from '../catalogue/listings.server.ts'
import { purgePages } from '../../server/cache/purge.server.ts'
import type { FeedGame } from './read-game.ts'

/** A game of a feed with its position there. */
export type StagedGame = FeedGame & { position: number }

type Outcome = 'new' | 'changed' | 'unchanged'

/** The columns that a feed fills, in `games` and in the staging table. A slug and a position never change later. */
const FED = {
  title: 'text', categories: 'text[]', raw_category: 'text', tags: 'text[]', description: 'text', how_to_play: 'text',
  published_by: 'text', url: 'text', image_url: 'text', image_small_url: 'text', width: 'integer', height: 'integer',
  plays_on_phones: 'boolean',
} // prettier-ignore

const STAGED = { position: 'integer', provider_game_id: 'text', wanted_slug: 'text', ...FED }

/** The names of columns, each prefixed with `prefix`, as SQL. */
const names = (columns: object, prefix = '') =>
  sql.raw(
    Object.keys(columns)
      .map((column) => prefix + column)
      .join(', '),
  )

const definitions = (columns: Record<string, string>) =>
  sql.raw(
    Object.entries(columns)
      .map(([column, type]) => `${column} ${type}`)
      .join(', '),
  )

/**
 * Creates the staging table, into which the whole feed is written before any other table changes. It is dropped at the
 * end of the transaction.
 */
export async function createStage(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    create temporary table import_stage (${definitions(STAGED)}, slug text, game_id integer, outcome text)
      on commit drop`)
}

export async function stageGames(tx: Transaction, staged: StagedGame[]): Promise<void> {
  if (!staged.length) return
  await tx.execute(sql`
    insert into import_stage (${names(STAGED)})
    select ${names(STAGED)} from json_to_recordset(${JSON.stringify(staged)}::json) as feed(${definitions(STAGED)})`)
}

/**
 * Writes the staged games into `games` in set-based statements and returns the outcome. A dry run only returns the
 * outcome.
 */
export async function writeStaged(tx: Transaction, provider: string, dryRun: boolean) {
  // The lock prevents other sessions from taking a slug. Reads are not blocked.
  if (!dryRun) await tx.execute(sql`lock table games in share row exclusive mode`)
  await compareStaged(tx, provider, dryRun)
  const counts = await countOutcomes(tx)
  if (!dryRun && counts.new + counts.changed > 0) {
    await chooseSlugs(tx)
    await createGames(tx, provider)
    await changeGames(tx)
    await refreshListings(tx, sql`select game_id from import_stage where outcome <> 'unchanged'`)
    await purgePages(['games'], tx)
  }
  const { rows: games } = await tx.execute<{ id: number; slug: string }>(sql`
    select game_id as id, slug from import_stage
      where outcome <> 'unchanged' and game_id is not null order by position`)
  return { created: counts.new, changed: counts.changed, unchanged: counts.unchanged, games }
}

async function compareStaged(tx: Transaction, provider: string, dryRun: boolean): Promise<void> {
  await applyOverrides(tx, provider, dryRun)
  await tx.execute(sql`
    update import_stage s
    set game_id = g.id, slug = g.slug,
      outcome = case
        -- A deleted game remains as a row, so that no import creates it again.
        when g.status = 'deleted' then 'unchanged'
        when (${STORED}) is distinct from (${names(FED, 's.')}) then 'changed' else 'unchanged' end
    from games g
    where g.provider = ${provider} and g.provider_game_id = s.provider_game_id`)
  await tx.execute(sql`update import_stage set outcome = 'new' where game_id is null`)
}

/** The columns of FED as stored; the address of a game that is not public is held. */
const STORED = sql.raw(
  Object.keys(FED)
    .map((column) => (column === 'url' ? 'coalesce(g.url, g.held_url)' : `g.${column}`))
    .join(', '),
)
const IS_PUBLIC = sql.raw(`g.status in (${PUBLIC_STATUSES.map((status) => `'${status}'`).join(', ')})`)

/**
 * Where an operator has set a field, stores the feed's value beside it and puts the operator's in the staging table, so
 * that the import leaves it alone.
 */
async function applyOverrides(tx: Transaction, provider: string, dryRun: boolean): Promise<void> {
  const staged = sql`import_stage s
    join games g on g.provider = ${provider} and g.provider_game_id = s.provider_game_id`
  const { rows } = await tx.execute(sql`select from ${staged} join game_overrides o on o.game_id = g.id limit 1`)
  if (!rows.length) return
  if (!dryRun) {
    await tx.execute(sql`
      update game_overrides o set feed_value = to_jsonb(s) -> o.field from ${staged}
      where o.game_id = g.id and o.feed_value is distinct from to_jsonb(s) -> o.field`)
  }
  const values = sql.join(
    Object.keys(FED).map((column) => {
      const stored = sql.raw(column === 'url' ? 'coalesce(g.url, g.held_url)' : `g.${column}`)
      // The small picture belongs to the picture.
      const field = column === 'image_small_url' ? 'image_url' : column
      return sql`case when ${field}::text = any(o.fields) then ${stored} else s.${sql.raw(column)} end`
    }),
    sql`, `,
  )
  await tx.execute(sql`
    update import_stage s set (${names(FED)}) = row(${values})
    from games g
    join (select game_id, array_agg(field) as fields from game_overrides group by game_id) o on o.game_id = g.id
    where g.provider = ${provider} and g.provider_game_id = s.provider_game_id`)
}

async function countOutcomes(tx: Transaction): Promise<Record<Outcome, number>> {
  const { rows } = await tx.execute<{ outcome: Outcome; games: number }>(sql`
    select outcome, count(*)::int as games from import_stage group by outcome`)
  return { new: 0, changed: 0, unchanged: 0, ...Object.fromEntries(rows.map((row) => [row.outcome, row.games])) }
}

/** Sets the slug of each new game: the wanted slug, or that slug with the first free number from 2. */
async function chooseSlugs(tx: Transaction): Promise<void> {
  const { rows: wanted } = await tx.execute<{ position: number; slug: string }>(sql`
    select position, wanted_slug as slug from import_stage where outcome = 'new' order by position`)
  const { rows: taken } = await tx.execute<{ slug: string }>(sql`
    select slug from games
    where slug in (select wanted_slug from import_stage)
      or slug ~ '-[0-9]+$' and regexp_replace(slug, '-[0-9]+$', '') in (select wanted_slug from import_stage)
    -- There are few.
    union all select slug from former_slugs`)
  const slugs = freeSlugs(
    wanted.map(({ slug }) => slug),
    taken.map(({ slug }) => slug),
  )
  await tx.execute(sql`
    update import_stage s set slug = chosen.slug
    from unnest(${sql.param(wanted.map(({ position }) => position))}::int[],
      ${sql.param(slugs)}::text[]) chosen(position, slug)
    where s.position = chosen.position`)
}

/** Returns a free slug for each wanted one, in order: `race`, `race-2`, `race-3`. Exported for its test. */
export function freeSlugs(wanted: string[], taken: string[]): string[] {
  const used = new Set(taken)
  const lastNumber = new Map<string, number>()
  return wanted.map((base) => {
    let number = lastNumber.get(base) ?? 1
    let slug = number === 1 ? base : `${base}-${number}`
    while (used.has(slug)) slug = `${base}-${++number}`
    used.add(slug)
    lastNumber.set(base, number)
    return slug
  })
}

async function createGames(tx: Transaction, provider: string): Promise<void> {
  await tx.execute(sql`
    insert into games (provider, provider_game_id, slug, feed_position, created_at, updated_at, ${names(FED)})
    select ${provider}, provider_game_id, slug, position, statement_timestamp(), statement_timestamp(), ${names(FED)}
    from import_stage where outcome = 'new' order by position`)
  await tx.execute(sql`
    update import_stage s set game_id = g.id from games g
    where s.outcome = 'new' and g.provider = ${provider} and g.provider_game_id = s.provider_game_id`)
}

async function changeGames(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    update games g set (${names(FED)}, updated_at) = (${names(FED, 's.')}, statement_timestamp())
    from import_stage s where s.outcome = 'changed' and g.id = s.game_id`)
  await tx.execute(sql`
    update games g set held_url = g.url, url = null from import_stage s
    where s.outcome = 'changed' and g.id = s.game_id and not ${IS_PUBLIC}`)
}
