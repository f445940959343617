import { href } from 'react-router'
import { formatCount } from '../lib/text.ts'
import { useFreshCredits } from './fresh-credits.ts'
import { useCreditedPlayer } from './use-credited-player.ts'

/** The chip of the header: days in a row, and the balance, which moves as credits come. Leads to the rewards. */
export function Standing() {
  const player = useCreditedPlayer()
  const isTold = useFreshCredits() !== null
  if (!player) return null
  return (
    <a className="standing" href={href('/rewards')}>
      <i className="bulb" data-lit aria-hidden="true" /> {player.streak ?? 0}
      <span className="sr-only"> day streak, </span>
      <b key={player.credits} data-told={isTold || undefined}>
        {formatCount(player.credits)}
      </b>
      <span className="sr-only"> credits</span>
    </a>
  )
}
