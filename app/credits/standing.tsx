import { Coins, Flame } from 'lucide-react'
import { href } from 'react-router'
import { countOf, formatCount } from '../lib/text.ts'
import { useFreshCredits } from './fresh-credits.ts'
import { useCreditedPlayer } from './use-credited-player.ts'

/** The chip in the header that shows the streak and the current balance, and links to the rewards page. */
export function Standing() {
  const player = useCreditedPlayer()
  const isUpdated = useFreshCredits() !== null
  if (!player) return null
  return (
    <a
      className="standing"
      href={href('/rewards')}
      aria-label={`${player.streak ?? 0} day streak, ${countOf(player.credits, 'credit')}`}
    >
      <span>
        <Flame aria-hidden="true" /> <b>{player.streak ?? 0}</b> day streak
      </span>{' '}
      <span>
        <Coins aria-hidden="true" />{' '}
        <b key={player.credits} data-updated={isUpdated || undefined}>
          {formatCount(player.credits)}
        </b>{' '}
        {player.credits === 1 ? 'credit' : 'credits'}
      </span>
    </a>
  )
}
