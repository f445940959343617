import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { formatCount } from '../../lib/text.ts'
import type { Reaction } from './reaction-rules.ts'
import { type ReactedGame, useReactions } from './use-reactions.ts'

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
/** Longer counts would not fit next to five other buttons on a phone. */
const SHORTENED_FROM = 10_000

/** Like and dislike buttons with their counts, for the bar below the game. */
export function ReactionButtons({ game }: { game: ReactedGame }) {
  const { likes, dislikes, reaction, isBusy, react } = useReactions(game)
  const button = (which: Reaction, count: number) => {
    const [label, Icon] = which === 'like' ? ['Like', ThumbsUp] : ['Dislike', ThumbsDown]
    return (
      <button
        type="button"
        className="reaction needs-script"
        aria-pressed={reaction === which}
        aria-busy={isBusy || undefined}
        title={label as string}
        onClick={() => react(which)}
      >
        <Icon aria-hidden="true" />
        <span className="sr-only">{label as string}, </span>
        {count < SHORTENED_FROM ? formatCount(count) : short.format(count)}
      </button>
    )
  }
  return (
    <>
      {button('like', likes)}
      {button('dislike', dislikes)}
      <i className="stage-rule" />
    </>
  )
}
