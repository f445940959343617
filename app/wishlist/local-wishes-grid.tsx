import { useSyncExternalStore } from 'react'
import { href } from 'react-router'
import type { Card } from '../games/cards/card.server.ts'
import { GameGrid } from '../games/cards/game-grid.tsx'
import { CardsSkeleton } from '../games/cards/grid-skeleton.tsx'
import { Button } from '../ui/button.tsx'
import { SectionHeader } from '../ui/section-header.tsx'
import { useRead } from '../ui/use-read.ts'
import { localWishes } from './local-wishes.ts'

const NONE: readonly { id: number; title?: string }[] = []

/** The games that a guest saved on this device, the latest first; one that loses its heart disappears. */
export function LocalWishesGrid() {
  const kept = useSyncExternalStore<readonly { id: number; title?: string }[]>(
    localWishes.subscribe,
    localWishes.get,
    () => NONE,
  )
  const ids = kept.map(({ id }) => id).join()
  const { latest, error, reload } = useRead<{ games: Card[] }>(ids ? `${href('/wishlist/cards')}?games=${ids}` : null)
  if (!kept.length) return null
  return (
    <section aria-labelledby="kept-wishes" className="kept-wishes">
      <SectionHeader id="kept-wishes" title="Saved on this device" />
      {error ? (
        <div role="alert" className="kept-failed">
          <p>Your saved games failed to load.</p>
          <Button onClick={() => void reload()}>Try again</Button>
        </div>
      ) : !latest ? (
        <CardsSkeleton count={Math.min(kept.length, SHAPES)} />
      ) : (
        <GameGrid games={latest.games.flatMap((game) => shownAs(game, kept))} />
      )}
    </section>
  )
}

/** The card of a wish, titled as it was when the visitor saved it if the portal does not tell; nothing if removed. */
function shownAs(game: Card, kept: typeof NONE): Card[] {
  const wish = kept.find(({ id }) => id === game.id)
  return wish ? [game.title ? game : { ...game, title: wish.title ?? 'Unavailable game' }] : []
}

/** About a row of cards. */
const SHAPES = 6
