import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { CardAction } from '../games/cards/card-action.ts'
import type { Card } from '../games/cards/card.server.ts'
import { useWishSync } from '../wishlist/use-wish-sync.ts'
import { CardHeart } from '../wishlist/wish-button.tsx'

const heart = (game: Card) => <CardHeart game={game} />

/** Adds the wishlist heart to every card after hydration. */
export function CardHearts({ children }: { children: ReactNode }) {
  const [isLive, setLive] = useState(false)
  useWishSync()
  useEffect(() => startTransition(() => setLive(true)), [])
  return <CardAction value={isLive ? heart : null}>{children}</CardAction>
}
