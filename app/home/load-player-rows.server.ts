import type { Card } from '../games/cards/card.server.ts'
import { rowCards } from '../games/cards/shared-cards.server.ts'
import { listSimilar } from '../games/lists/similar-games.server.ts'
import { sharedItem } from '../ui/packed.tsx'
import { WISHES_IN_ROW } from '../wishlist/wishlist-rules.ts'

/** The rows of the home page that are a player's own, of the ids of their games, and games like the one played last; the wishlist may be longer than its row. */
export async function loadPlayerRows(
  recent: number[],
  wishlist: number[],
): Promise<{ recent: Card[]; wishes: Card[]; similar: Card[] }> {
  const wishes = wishlist.slice(0, WISHES_IN_ROW)
  const [last] = recent
  const [cards, similar] = await Promise.all([
    rowCards([...recent, ...wishes]),
    last === undefined ? [] : listSimilar(last),
  ])
  const inOrder = (ids: number[]) => ids.flatMap((id) => cards.get(id) ?? []).map(sharedItem)
  return { recent: inOrder(recent), wishes: inOrder(wishes), similar }
}
