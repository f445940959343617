import { useEffect, useState } from 'react'
import { href } from 'react-router'
import type { Card } from '../cards/card.server.ts'

/**
 * Games like another, by its id; none while they load, or without one. The browser requests them: the page is the same for
 * everybody.
 */
export function useSimilar(gameId: number | undefined): Card[] {
  const [found, setFound] = useState<{ to: number; games: Card[] }>()
  useEffect(() => {
    if (!gameId) return
    const leaving = new AbortController()
    fetch(href('/game/:id/similar', { id: String(gameId) }), { signal: leaving.signal })
      .then((answer) => answer.json() as Promise<{ games: Card[] }>)
      .then(({ games }) => setFound({ to: gameId, games }))
      // The page is whole without them.
      .catch(() => {})
    return () => leaving.abort()
  }, [gameId])
  return found && found.to === gameId ? found.games : NONE
}

const NONE: Card[] = []
