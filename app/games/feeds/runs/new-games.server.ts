import type { Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import type { FeedMode, Ruling } from '../../../db/schema/feeds.server.ts'
import { type AgeRating, type GameStatus, PUBLIC_STATUSES } from '../../../db/schema/games.server.ts'
import type { FeedGame } from '../../import/read-game.ts'
import { ruleReason } from '../rules/held-by-rule.ts'
import { chooseSlugs } from '../../catalogue/choose-slugs.server.ts'
import { FED, FED_FIELDS, type Values } from './fed-fields.ts'

/** A new game of a plan, with the rulings on it. */
export type NewEntry = { position: number; after: FeedGame; rulings: Ruling[] | null }

/** A created game with its values. */
export type CreatedGame = { position: number; id: number; after: Values }

type Decided = { status: GameStatus; status_reason: string; age_rating: AgeRating | null; categories: string[] }

/**
 * Creates games in order. The caller must have locked the table `games` and refreshes the listings afterwards. Games
 * that already exist are neither created nor returned. All games of a run get the time at which its application began,
 * so that lists show them in the order of the feed.
 */
export async function createGames(
  tx: Transaction,
  run: { id: number; provider: string; mode: FeedMode },
  entries: NewEntry[],
): Promise<CreatedGame[]> {
  if (!entries.length) return []
  const slugs = await chooseSlugs(tx, entries.map(({ after }) => after.wanted_slug)) // prettier-ignore
  const games = entries.map(({ position, after, rulings }, at) => {
    const decided = { ...after, ...decide(after, rulings ?? [], run.mode) }
    const row = { ...decided, position, slug: slugs[at], is_public: PUBLIC_STATUSES.includes(decided.status) }
    return { position, after: decided, row }
  })
  const values = [run.provider, run.id, JSON.stringify(games.map(({ row }) => row))]
  const rows = await preparedIn<{ id: number; key: string }>(tx, 'feed-create-games', CREATE, values)
  const ids = new Map(rows.map(({ id, key }) => [key, id]))
  const created = games.flatMap(({ position, after }) => {
    const id = ids.get(after.provider_game_id)
    return id === undefined ? [] : [{ position, id, after }]
  })
  await overrideCategories(tx, created, entries)
  return created
}

/** Applies the rulings on a new game. A later ruling overrides an earlier one. */
function decide(game: FeedGame, rulings: Ruling[], mode: FeedMode): Decided {
  const decided: Decided = {
    status: mode === 'publish' ? 'published' : 'pending',
    status_reason: '',
    age_rating: null,
    categories: game.categories,
  }
  for (const { rule, status, category, ageRating } of rulings) {
    if (status) Object.assign(decided, { status, status_reason: status === 'published' ? '' : ruleReason(rule) })
    if (category) decided.categories = [category]
    if (ageRating) decided.age_rating = ageRating
  }
  return decided
}

/** A category from a rule is stored as an operator's value, so that later runs do not replace it. */
async function overrideCategories(tx: Transaction, created: CreatedGame[], entries: NewEntry[]): Promise<void> {
  const fed = new Map(entries.map(({ position, after }) => [position, after.categories]))
  const set = created.flatMap(({ position, id, after }) => {
    const value = fed.get(position)
    return JSON.stringify(value) === JSON.stringify(after.categories) ? [] : [{ id, value }]
  })
  if (set.length) await preparedIn(tx, 'feed-override-categories', OVERRIDE, [JSON.stringify(set)])
}

const COLUMNS = FED_FIELDS.filter((field) => field !== 'url')
const TYPES = COLUMNS.map((field) => `${field} ${FED[field]}`).join(', ')

const CREATE = `
  insert into games (provider, provider_game_id, slug, feed_position, created_at, updated_at, status, status_reason,
    age_rating, url, held_url, ${COLUMNS.join(', ')})
  select $1, t.provider_game_id, t.slug, t.position, r.applied_at, statement_timestamp(), t.status, t.status_reason,
    t.age_rating, case when t.is_public then t.url end, case when not t.is_public then t.url end,
    ${COLUMNS.map((field) => `t.${field}`).join(', ')}
  from json_to_recordset($3::json) as t(position int, provider_game_id text, slug text, status text,
    status_reason text, age_rating text, is_public boolean, url text, ${TYPES})
  join feed_runs r on r.id = $2
  order by t.position
  on conflict (provider, provider_game_id) do nothing
  returning id, provider_game_id as key`

const OVERRIDE = `
  insert into game_overrides (game_id, field, feed_value)
  select id, 'categories', value from jsonb_to_recordset($1::jsonb) as t(id int, value jsonb)`
