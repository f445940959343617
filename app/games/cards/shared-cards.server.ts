import { LRUCache } from 'lru-cache'
import { prepared } from '../../db/query.server.ts'
import { cached } from '../../server/data-cache.server.ts'
import { withoutNew } from './badge-rules.ts'
import { CARD_COLUMNS, type Card, type CardRow, wideCardOf } from './card.server.ts'

/** About 2 MB of cards, and twice that of their markup. */
const MAX_KEPT = 5000

/**
 * The cards of these games by their ids, for rows: with 16:9 pictures for originals too. What a card says is the
 * same for everybody and kept for a minute (docs/decisions/007): whoever shows the game has the same object. These rows are of games
 * that one knows, so NEW is left out.
 */
export async function rowCards(ids: number[]): Promise<ReadonlyMap<number, Card>> {
  // One that was begun before a purge is no more the one that is given after it.
  const kept = await cached('cards of rows', ['games'], async () => new LRUCache<number, Card>({ max: MAX_KEPT }))
  const cards = new Map(ids.flatMap((id) => kept.get(id) ?? []).map((card) => [card.id, card]))
  const missing = [...new Set(ids)].filter((id) => !cards.has(id))
  if (!missing.length) return cards
  const rows = await prepared<CardRow>(
    'cards-by-id',
    `select ${CARD_COLUMNS} from games g join game_views v on v.game_id = g.id where g.id = any($1)`,
    [missing],
  )
  for (const row of rows) {
    const card = kept.get(row.id) ?? withoutNew(wideCardOf(row))
    kept.set(row.id, card)
    cards.set(row.id, card)
  }
  return cards
}
