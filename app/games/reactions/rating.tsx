import { countOf } from '../../lib/text.ts'
import { Bulbs } from '../../ui/bulbs.tsx'
import { useOwn } from '../../ui/own.tsx'
import type { Packed } from '../../ui/packed.tsx'
import { BEST_RATING, ratingOf } from './rating-rules.ts'
import { type ReactedGame, useReactions } from './use-reactions.ts'

/** What players think of a game, as lamps with the number beside; nothing where nobody voted. */
export function Rating({ own }: { own: Packed<ReactedGame> }) {
  const found = ratingOf(useReactions(useOwn(own)))
  if (!found) return null
  const { rating, votes } = found
  return (
    <div className="rating">
      <strong>
        <span className="sr-only">Rated </span>
        {rating.toFixed(1)}
        <span className="sr-only"> of {BEST_RATING}, </span>
      </strong>
      <Bulbs count={BEST_RATING} lit={Math.round(rating * 2) / 2} />
      <small>from {countOf(votes, 'vote')}</small>
    </div>
  )
}
