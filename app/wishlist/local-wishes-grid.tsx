import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { href } from 'react-router'
import type { Card } from '../games/cards/card.server.ts'
import { GameGrid } from '../games/cards/game-grid.tsx'
import { CardsSkeleton } from '../games/cards/grid-skeleton.tsx'
import { Button } from '../ui/button.tsx'
import { focusIfLost } from '../ui/floating/focus-if-lost.ts'
import { SectionHeader } from '../ui/section-header.tsx'
import { useRead } from '../ui/use-read.ts'
import { localWishes } from './local-wishes.ts'

const NONE: readonly { id: number; title?: string }[] = []

/** Shows the games that a guest saved on this device, latest first. A game disappears when its heart is removed. */
export function LocalWishesGrid() {
  const local = useSyncExternalStore<readonly { id: number; title?: string }[]>(
    localWishes.subscribe,
    localWishes.get,
    () => NONE,
  )
  const ids = local.map(({ id }) => id)
  const [asked, ask] = useState<number[]>([])
  // A removed game needs no new request: such requests are limited.
  if (ids.some((id) => !asked.includes(id))) ask(ids)
  const path = asked.length ? `${href('/wishlist/cards')}?games=${asked.join()}` : null
  const { latest, error, reload } = useRead<{ games: Card[] }>(path)
  const count = useRef(local.length)
  useEffect(() => {
    if (local.length < count.current) focusIfLost()
    count.current = local.length
  }, [local.length])
  if (!local.length) return null
  return (
    <section aria-labelledby="local-wishes" className="local-wishes">
      <SectionHeader id="local-wishes" title="Saved on this device" />
      {latest ? (
        <GameGrid games={latest.games.flatMap((game) => shownAs(game, local))} />
      ) : error ? (
        <div role="alert" className="local-wishes-failed">
          <p>Your saved games failed to load.</p>
          <Button onClick={() => void reload()}>Try again</Button>
        </div>
      ) : (
        <CardsSkeleton count={Math.min(local.length, SHAPES)} />
      )}
    </section>
  )
}

/**
 * Returns the card of a wish, with the title from when the visitor saved it if the server does not send one. Returns
 * nothing if the wish was removed.
 */
function shownAs(game: Card, local: typeof NONE): Card[] {
  const wish = local.find(({ id }) => id === game.id)
  return wish ? [game.title ? game : { ...game, title: wish.title ?? 'Unavailable game' }] : []
}

/** The number of skeleton cards, about one row. */
const SHAPES = 6
