import { href } from 'react-router'
import { useRead } from '../../ui/use-read.ts'
import type { Card } from '../cards/card.server.ts'

/**
 * Returns games similar to the one with this id; none while they load, or without an id. The browser requests them
 * separately, since the page itself is the same for everybody.
 */
export function useSimilar(gameId: number | undefined): Card[] {
  const path = gameId ? href('/game/:id/similar', { id: String(gameId) }) : null
  return useRead<{ games: Card[] }>(path).data?.games ?? NONE
}

const NONE: Card[] = []
