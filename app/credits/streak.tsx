import { Bulbs } from '../ui/bulbs.tsx'
import { STREAK_DAYS, streakLit } from './credit-rules.ts'

/** Seven bulbs, one a day, and the number of days in words. */
export function Streak({ days }: { days: number }) {
  return (
    <span className="streak">
      <Bulbs count={STREAK_DAYS} lit={streakLit(days)} />
      {days} day streak
    </span>
  )
}
