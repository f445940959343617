import type { Card } from '../games/cards/card.server.ts'
import { rowCards } from '../games/cards/shared-cards.server.ts'
import { WISHES_IN_ROW } from '../wishlist/wishlist-rules.ts'

/**
 * Loads the player's rows on the home page, in the order of the given game ids. The wishlist may contain more games
 * than its row shows.
 */
export async function loadPlayerRows(
  recent: number[],
  wishlist: number[],
): Promise<{ recent: Card[]; wishes: Card[] }> {
  const wishes = wishlist.slice(0, WISHES_IN_ROW)
  const cards = await rowCards([...recent, ...wishes])
  const inOrder = (ids: number[]) => ids.flatMap((id) => cards.get(id) ?? [])
  return { recent: inOrder(recent), wishes: inOrder(wishes) }
}
