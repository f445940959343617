import { database } from '../../../db/connection.server.ts'
import { listed } from '../../../db/listed.server.ts'
import { prepared } from '../../../db/query.server.ts'
import type { CollectionRule } from '../../../db/schema/arrangement.server.ts'
import { AGE_RATINGS, type GameStatus } from '../../../db/schema/games.server.ts'
import { CARD_COLUMNS, type Card, type CardRow, wideCardOf } from '../../cards/card.server.ts'
import { type Picture, pictureOf } from '../../pictures/picture.server.ts'
import { MATCHES_MAX } from './collection-rules.ts'
import { type CollectionRow, READ } from './save-collections.server.ts'

/** A collection in the console's list. `games` counts its public games. */
export type ListedCollection = Omit<CollectionRow, 'rule' | 'version'> & { isByRule: boolean; games: number }

export function listManagedCollections(): Promise<ListedCollection[]> {
  return prepared<ListedCollection>('managed-collections', LIST)
}

const LIST = `
  select c.id, c.slug, c.name, c.description, c.is_hidden as "isHidden", c.rule is not null as "isByRule",
    coalesce(case when c.rule is null then (
      select count(*)::int from collection_games p join games g on g.id = p.game_id
      where p.collection_id = c.id and ${listed('g')}
    ) else (select games from game_counts where list = 'category:collection:' || c.id) end, 0) as games
  from collections c order by c.position, c.id`

export async function findManagedCollection(id: number): Promise<CollectionRow | null> {
  return (await prepared<CollectionRow>('managed-collection', READ, [id]))[0] ?? null
}

/** A picked game, public or not. */
export type PickedGame = { id: number; title: string; provider: string; status: GameStatus; picture: Picture }

export async function listPickedGames(id: number): Promise<PickedGame[]> {
  type Row = Omit<PickedGame, 'picture'> & { image_url: string | null; image_small_url: string | null }
  const rows = await prepared<Row>('console-picked-games', PICKED, [id])
  return rows.map(({ image_url, image_small_url, ...game }) => {
    return { ...game, picture: pictureOf({ id: game.id, image_url, image_small_url }) }
  })
}

const PICKED = `
  select g.id, g.title, g.provider, g.status, g.image_url, g.image_small_url
  from collection_games c join games g on g.id = c.game_id where c.collection_id = $1 order by c.position, g.id`

const FIRST = 6

/**
 * Counts the public games that match a rule, up to MATCHES_MAX + 1, and returns the most played of the counted games.
 * The query is planned for its values each time, because they decide which list is read.
 */
export async function matchRule(rule: CollectionRule): Promise<{ games: number; first: Card[] }> {
  const values: unknown[] = []
  const value = (one: unknown) => `$${values.push(one)}`
  const { categories, tags, providers, phones, ageRating } = rule
  const allowed = ageRating && AGE_RATINGS.slice(0, AGE_RATINGS.indexOf(ageRating) + 1)
  const conditions = [
    listed('g'),
    ...(categories
      ? [`g.id in (select game_id from game_categories where category = any(${value(categories)}::text[]))`]
      : []),
    ...(tags ? [`g.id in (select game_id from game_tags where tag = any(${value(tags)}::text[]))`] : []),
    ...(phones ? [`g.id in (select game_id from game_categories where category = 'mobile')`] : []),
    ...(providers ? [`g.provider = any(${value(providers)}::text[])`] : []),
    ...(allowed ? [`g.age_rating = any(${value(allowed)}::text[])`] : []),
  ]
  const { rows } = await database().$client.query<CardRow & { matches: number }>(
    `with m as materialized (
       select g.id from games g where ${conditions.join(' and ')} limit ${MATCHES_MAX + 1}
     )
     select ${CARD_COLUMNS}, (select count(*)::int from m) as matches
     from m join games g on g.id = m.id join game_views v on v.game_id = m.id
     order by v.views desc, g.id desc limit ${FIRST}`,
    values,
  )
  return { games: rows[0]?.matches ?? 0, first: rows.map(wideCardOf) }
}
