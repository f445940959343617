import { href } from 'react-router'
import { countOf } from '../../lib/text.ts'
import { daysToBonus, nextVisitCredits, FREEZES_MAX, STREAK_CREDITS, STREAK_DAYS, streakLit } from '../credit-rules.ts'

type Props = {
  /** Days in a row, including today. */
  streak: number
  /** Streak freezes left. */
  freezes: number
  /** Minutes until the end of the UTC day. */
  minutesLeft: number
}

/** Shows what each day of the streak earns, what saves the streak, and what ends it (docs/product.md#streak). */
export function StreakAhead({ streak, freezes, minutesLeft }: Props) {
  const first = streak - streakLit(streak) + 1
  const days = Array.from({ length: STREAK_DAYS }, (_, at) => first + at)
  const left = daysToBonus(streak)
  const tomorrow = nextVisitCredits(streak)
  return (
    <section className="rewards-panel streak-ahead" aria-labelledby="streak">
      <h2 id="streak">Your streak</h2>
      <ol className="streak-days">
        {days.map((day) => (
          <li key={day} aria-current={day === streak ? 'date' : undefined}>
            <i className="bulb" data-lit={day <= streak ? 'full' : undefined} aria-hidden="true" />
            <span>
              {day === streak ? (
                'Today'
              ) : (
                <>
                  <span className="streak-word">Day </span>
                  {day}
                </>
              )}
            </span>
            <b>+{nextVisitCredits(day - 1)}</b>
            {day < streak && <span className="sr-only">earned</span>}
          </li>
        ))}
      </ol>
      <p>
        <b>Come back tomorrow for {tomorrow} credits.</b>{' '}
        {left > 1 && `Day ${streak + left}, in ${left} days, brings ${nextVisitCredits(streak + left - 1)}. `}
        Every seventh day in a row earns a bonus of {STREAK_CREDITS}.
      </p>
      <p>
        Your streak ends if you do not visit by midnight UTC tomorrow, in {hoursLeft(minutesLeft)}.{' '}
        {freezesMessage(freezes)}{' '}
        <a className="text-link" href={href('/rewards/shop')}>
          {freezes < FREEZES_MAX ? 'Get a streak freeze' : 'Visit the shop'}
        </a>
      </p>
    </section>
  )
}

/** Returns the time until the end of tomorrow, in hours. */
function hoursLeft(minutesOfToday: number): string {
  return countOf(24 + Math.floor(minutesOfToday / 60), 'hour')
}

function freezesMessage(freezes: number): string {
  return freezes > 0
    ? `You have ${countOf(freezes, 'streak freeze')}. A freeze saves your streak on a missed day.`
    : 'A streak freeze saves it on a missed day.'
}
