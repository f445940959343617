import type { Transaction } from '../../db/connection.server.ts'
import { prepared, preparedIn } from '../../db/query.server.ts'
import type { GameStatus } from '../../db/schema/games.server.ts'
import { FEED_FIELDS, type GameFields } from './management-rules.ts'

/** A game as the console shows it, public or not. */
export type ManagedGame = GameFields & {
  id: number
  slug: string
  provider: string
  provider_game_id: string
  published_by: string | null
  raw_category: string | null
  status: GameStatus
  status_reason: string
  status_at: Date
  created_at: Date
  updated_at: Date
  views: number
  likes: number
  dislikes: number
  /** The feed's value of each field that an operator has set. */
  overrides: { [Field in (typeof FEED_FIELDS)[number]]?: GameFields[Field] }
  former_slugs: string[]
  /** The id of the newest act on the game; 0 if there is none. */
  seen: number
}

/** Returns a game by id with the feed's values of overridden fields, or null. */
export async function findManagedGame(id: number): Promise<ManagedGame | null> {
  return (await prepared<ManagedGame>('managed-game', MANAGED, [id]))[0] ?? null
}

/** The same in a transaction, locked until its end. */
export async function lockManagedGame(tx: Transaction, id: number): Promise<ManagedGame | null> {
  await preparedIn(tx, 'lock-game', 'select from games where id = $1 for no key update', [id])
  return (await preparedIn<ManagedGame>(tx, 'managed-game', MANAGED, [id]))[0] ?? null
}

/** Plays and failed starts of a game on each of the last seven UTC days that has any. */
export function listGameDays(id: number): Promise<{ day: string; plays: number; failures: number }[]> {
  return prepared('game-days', DAYS, [id])
}

const MANAGED = `
  select g.id, g.slug, g.provider, g.provider_game_id, g.published_by, g.raw_category, g.status, g.status_reason,
    g.status_at, g.created_at, g.updated_at, coalesce(v.views, 0)::float8 as views, coalesce(v.likes, 0) as likes,
    coalesce(v.dislikes, 0) as dislikes, g.title, g.description, g.how_to_play, g.categories, g.tags, g.image_url,
    g.width, g.height, g.plays_on_phones, coalesce(g.url, g.held_url) as url, g.controls, g.age_rating, g.seo_title,
    g.seo_description, g.is_featured, g.is_original,
    coalesce((select json_object_agg(o.field, o.feed_value) from game_overrides o where o.game_id = g.id), '{}')
      as overrides,
    coalesce((select json_agg(f.slug order by f.slug) from former_slugs f where f.game_id = g.id), '[]')
      as former_slugs,
    coalesce((select max(a.id) from operator_acts a where a.on_kind = 'game' and a.on_id = g.id::text), 0) as seen
  from games g left join game_views v on v.game_id = g.id where g.id = $1`

const DAYS = `
  select day::text, plays, failures from game_days
  where game_id = $1 and day > (now() at time zone 'utc')::date - 7 order by day`
