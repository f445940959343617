import { countOf } from '../../lib/text.ts'
import { Bulbs } from '../../ui/bulbs.tsx'
import { BEST_RATING, ratingOf, type Votes } from './reaction-rules.ts'
import { type ReactedGame, useReactions } from './use-reactions.ts'

/**
 * The rating of a game as lamps with the number next to them. With few votes, only the counts; without votes, nothing.
 */
export function Rating({ game }: { game: ReactedGame }) {
  const votes = useReactions(game)
  const found = ratingOf(votes)
  return found ? <Lamps {...found} /> : <Counts {...votes} />
}

function Counts({ likes, dislikes }: Votes) {
  const counts = [likes > 0 && countOf(likes, 'like'), dislikes > 0 && countOf(dislikes, 'dislike')]
  const summary = counts.filter(Boolean).join(', ')
  return summary ? (
    <div className="rating">
      <small>{summary}</small>
    </div>
  ) : null
}

function Lamps({ rating, votes }: { rating: number; votes: number }) {
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
