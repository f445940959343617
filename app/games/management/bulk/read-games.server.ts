import type { Transaction } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'
import type { AgeRating, GameStatus } from '../../../db/schema/games.server.ts'
import { FEED_FIELDS, isAddedByHand } from '../management-rules.ts'
import type { BulkAction } from './bulk-rules.ts'

export type FeedField = (typeof FEED_FIELDS)[number]

/** What a bulk action may change in a game. */
export type ReadGame = {
  id: number
  title: string
  status: GameStatus
  reason: string
  /** When it got its status. */
  at: string
  isFeatured: boolean
  ageRating: AgeRating | null
  /** No feed has values for it, so that its fields are only the operators'. */
  isByHand: boolean
  /** The values that the site shows, of the fields that the action changes. */
  values: { [Field in FeedField]?: unknown }
  /** The feed's value of each field that an operator has set. */
  overrides: { [Field in FeedField]?: unknown }
}

/** Reads what an action changes in games, sorted by id. */
export async function readGames(tx: Transaction, action: BulkAction, ids: number[]): Promise<ReadGame[]> {
  const fields = fieldsOf(action)
  const values = fields.map((name) => `'${name}', ${name === 'url' ? 'coalesce(g.url, g.held_url)' : `g.${name}`}`)
  const rows = await preparedIn<Omit<ReadGame, 'isByHand'> & { provider: string; url: string | null }>(
    tx,
    `bulk-read-${fields.length === 1 ? fields[0] : fields.length}`,
    `select g.id, g.title, g.status, g.status_reason as reason, g.status_at::text as at, g.is_featured as "isFeatured",
       g.age_rating as "ageRating", g.provider, coalesce(g.url, g.held_url) as url,
       jsonb_build_object(${values.join(', ')}) as values,
       coalesce((select jsonb_object_agg(o.field, o.feed_value) from game_overrides o where o.game_id = g.id), '{}')
         as overrides
     from games g where g.id = any($1::int[]) order by g.id`,
    [ids],
  )
  return rows.map(({ provider, url, ...game }) => ({ ...game, isByHand: isAddedByHand({ provider, url }) }))
}

/** The fields of a feed that an action changes. */
function fieldsOf(action: BulkAction): readonly FeedField[] {
  switch (action) {
    case 'add-category':
    case 'remove-category':
    case 'apply-rule':
      return ['categories']
    case 'add-tag':
    case 'remove-tag':
      return ['tags']
    case 'reset':
      return FEED_FIELDS
    default:
      return []
  }
}
