import type { Card } from '../games/card.server.ts'
import { sameCards } from '../games/same-cards.server.ts'
import { listCardsTogether } from '../games/list-games.server.ts'
import { recentInRow } from '../games/recent-games.server.ts'
import { wishesInRow } from '../wishlist/wishlist.server.ts'

/** The rows of the home page that are a player's own, by the token of the session; empty for visitors, without a query. */
export async function loadPlayerRows(token: string | null): Promise<{ recent: Card[]; wishes: Card[] }> {
  if (!token) return { recent: [], wishes: [] }
  const [recent = [], wishes = []] = await listCardsTogether([recentInRow(token), wishesInRow(token)], { wide: true })
  return { recent: sameCards(recent), wishes: sameCards(wishes) }
}
