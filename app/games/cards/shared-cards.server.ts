import { LRUCache } from 'lru-cache'
import { prepared } from '../../db/query.server.ts'
import { cached } from '../../server/cache/data-cache.server.ts'
import { withoutNew } from './badge-rules.ts'
import { CARD_COLUMNS, type Card, type CardRow, wideCardOf } from './card.server.ts'

/** About 2 MB of cards, and 4 MB of their markup. */
const MAX_CARDS = 5000

/**
 * Returns the cards of these games by id, for rows: originals also have 16:9 pictures. Cards are the same for everybody
 * and cached for a minute (docs/decisions/007), so pages share the objects. NEW is omitted, since these rows show games
 * that the player has already played.
 */
export async function rowCards(ids: number[]): Promise<ReadonlyMap<number, Card>> {
  // A purge replaces this map, so a read that began before it cannot fill the new one.
  const cache = await cached('cards of rows', ['games'], async () => new LRUCache<number, Card>({ max: MAX_CARDS }))
  const cards = new Map(ids.flatMap((id) => cache.get(id) ?? []).map((card) => [card.id, card]))
  const missing = [...new Set(ids)].filter((id) => !cards.has(id))
  if (!missing.length) return cards
  const rows = await prepared<CardRow>(
    'cards-by-id',
    `select ${CARD_COLUMNS} from games g join game_views v on v.game_id = g.id where g.id = any($1)`,
    [missing],
  )
  for (const row of rows) {
    const card = cache.get(row.id) ?? withoutNew(wideCardOf(row))
    cache.set(row.id, card)
    cards.set(row.id, card)
  }
  return cards
}
