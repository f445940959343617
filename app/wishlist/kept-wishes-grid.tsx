import { useEffect, useState, useSyncExternalStore } from 'react'
import { href } from 'react-router'
import type { Card } from '../games/cards/card.server.ts'
import { GameGrid } from '../games/cards/game-grid.tsx'
import { CardsSkeleton } from '../games/cards/grid-skeleton.tsx'
import { Button } from '../ui/button.tsx'
import { SectionHeader } from '../ui/section-header.tsx'
import { keptWishes } from './kept-wishes.ts'

const NONE: readonly { id: number }[] = []

/** The games that a guest saved on this device, the latest first; one that loses its heart disappears. */
export function KeptWishesGrid() {
  const kept = useSyncExternalStore<readonly { id: number }[]>(keptWishes.subscribe, keptWishes.get, () => NONE)
  const [games, setGames] = useState<Card[] | 'failed' | null>(null)
  const [attempt, setAttempt] = useState(0)
  const asked = kept.map(({ id }) => id).join()
  useEffect(() => {
    if (!asked) return
    const leaving = new AbortController()
    fetch(`${href('/wishlist/cards')}?games=${asked}`, { signal: leaving.signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<{ games: Card[] }>) : Promise.reject(new Error())))
      .then((answer) => setGames(answer.games))
      .catch(() => {
        if (!leaving.signal.aborted) setGames('failed')
      })
    return () => leaving.abort()
  }, [asked, attempt])
  if (!kept.length) return null
  const again = () => {
    setGames(null)
    setAttempt(attempt + 1)
  }
  return (
    <section aria-labelledby="kept-wishes" className="mt-6 mb-10">
      <SectionHeader id="kept-wishes" title="Saved on this device" />
      {games === null ? (
        <CardsSkeleton count={Math.min(kept.length, SHAPES)} />
      ) : games === 'failed' ? (
        <div role="alert" className="flex flex-wrap items-center gap-4">
          <p>Your saved games failed to load.</p>
          <Button onClick={again}>Try again</Button>
        </div>
      ) : (
        <GameGrid games={games.filter(({ id }) => kept.some((wish) => wish.id === id))} />
      )}
    </section>
  )
}

/** About a row of cards. */
const SHAPES = 6
