import { formatDay } from '../../lib/dates.ts'
import type { CalendarDay } from '../load-rewards.server.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const LABELS = { lit: 'signed in', rest: 'streak freeze', unlit: 'not signed in', 'to come': 'to come' }

/** A calendar with a bulb for each day of the last weeks, which is lit if the player was signed in. */
export function StreakCalendar({ weeks }: { weeks: CalendarDay[][] }) {
  return (
    <table className="streak-calendar">
      <caption className="sr-only">Days on which you were signed in</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col">
              <abbr title={name}>{name.slice(0, 2)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.day}>
            {week.map(({ day, state }) => (
              <td key={day} data-state={state}>
                <i
                  className="bulb"
                  data-lit={state === 'lit' ? 'full' : state === 'rest' ? 'half' : undefined}
                  aria-hidden="true"
                />
                <span aria-hidden="true">{Number(day.slice(8))}</span>
                <span className="sr-only">
                  {formatDay(new Date(day))}: {LABELS[state]}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
