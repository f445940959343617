import { Bulbs } from '../../ui/bulbs.tsx'
import { STREAK_DAYS, streakLit } from '../credit-rules.ts'

/** Seven bulbs, one per day, and the length of the streak as text. */
export function Streak({ days }: { days: number }) {
  return (
    <span className="streak">
      <Bulbs count={STREAK_DAYS} lit={streakLit(days)} />
      {days} day streak
    </span>
  )
}
