import { Heart, X } from 'lucide-react'
import { useWish } from './use-wish.ts'

/** Renders the heart on the player's bar. */
export function WishButton({ game }: { game: { id: number; title: string } }) {
  const { isWished, isBusy, toggle } = useWish(game)
  return (
    <button
      type="button"
      className="icon-button needs-script"
      aria-label="Add to wishlist"
      title={isWished ? 'On your wishlist' : 'Add to wishlist'}
      aria-pressed={isWished}
      aria-busy={isBusy || undefined}
      onClick={toggle}
    >
      <Heart aria-hidden="true" />
    </button>
  )
}

/**
 * Renders the heart on a card. It is visible on hover or focus, and always if the game is on the wishlist or on touch
 * screens. A game that is not public can only be removed.
 */
export function CardHeart({ game }: { game: { id: number; title: string; isUnavailable?: true } }) {
  const { isWished, isBusy, toggle } = useWish(game)
  if (game.isUnavailable) {
    return isWished ? (
      <button
        type="button"
        className="card-action"
        aria-label={`Remove ${game.title} from wishlist`}
        title="Remove from your wishlist"
        aria-busy={isBusy || undefined}
        onClick={toggle}
      >
        <span>
          <X aria-hidden="true" />
        </span>
      </button>
    ) : null
  }
  return (
    <button
      type="button"
      className="card-action"
      aria-label={`Add ${game.title} to wishlist`}
      title={isWished ? 'On your wishlist' : 'Add to wishlist'}
      aria-pressed={isWished}
      aria-busy={isBusy || undefined}
      onClick={toggle}
    >
      <span>
        <Heart aria-hidden="true" />
      </span>
    </button>
  )
}
