import type { Card } from '../games/card.server.ts'
import { rowCards } from '../games/shared-cards.server.ts'
import { loadShellPlayer } from '../shell/load-player.server.ts'
import { WISHES_IN_ROW } from '../wishlist/wishlist-rules.ts'

/** The rows of the home page that are a player's own; empty for visitors. Which games they have, the shell has asked for. */
export async function loadPlayerRows(request: Request): Promise<{ recent: Card[]; wishes: Card[] }> {
  const { player, recent } = await loadShellPlayer(request)
  const wishes = player?.wishes.slice(0, WISHES_IN_ROW) ?? []
  const cards = await rowCards([...recent, ...wishes])
  const inOrder = (ids: number[]) => ids.flatMap((id) => cards.get(id) ?? [])
  return { recent: inOrder(recent), wishes: inOrder(wishes) }
}
