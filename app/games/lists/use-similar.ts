import { href } from 'react-router'
import { useRead } from '../../ui/use-read.ts'
import type { Card } from '../cards/card.server.ts'

/**
 * Games like another, by its id; none while they load, or without one. The browser requests them: the page is the same for
 * everybody, and whole without them.
 */
export function useSimilar(gameId: number | undefined): Card[] {
  const path = gameId ? href('/game/:id/similar', { id: String(gameId) }) : null
  return useRead<{ games: Card[] }>(path).data?.games ?? NONE
}

const NONE: Card[] = []
