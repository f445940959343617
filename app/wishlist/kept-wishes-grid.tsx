import { useEffect, useState, useSyncExternalStore } from 'react'
import { href } from 'react-router'
import type { Card } from '../games/cards/card.server.ts'
import { GameGrid } from '../games/cards/game-grid.tsx'
import { SectionHeader } from '../ui/section-header.tsx'
import { keptWishes } from './kept-wishes.ts'

const NONE: readonly { id: number }[] = []

/** What this browser keeps for a visitor's wishlist, the latest first; one that loses its heart goes. */
export function KeptWishesGrid() {
  const kept = useSyncExternalStore<readonly { id: number }[]>(keptWishes.subscribe, keptWishes.get, () => NONE)
  const [games, setGames] = useState<Card[]>([])
  const asked = kept.map(({ id }) => id).join()
  useEffect(() => {
    if (!asked) return
    const leaving = new AbortController()
    fetch(`${href('/wishlist/cards')}?games=${asked}`, { signal: leaving.signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<{ games: Card[] }>) : { games: [] }))
      .then((answer) => setGames(answer.games))
      // What it would show stays kept.
      .catch(() => {})
    return () => leaving.abort()
  }, [asked])
  const shown = games.filter(({ id }) => kept.some((wish) => wish.id === id))
  if (!shown.length) return null
  return (
    <section aria-labelledby="kept-wishes" className="mt-6 mb-10">
      <SectionHeader id="kept-wishes" title="Saved on this device" />
      <GameGrid games={shown} />
    </section>
  )
}
