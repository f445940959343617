import { prepared } from '../db/query.server.ts'
import { addDays, utcDay } from '../lib/dates.ts'
import { PLAYER_OF_TOKEN } from '../server/sessions/session.server.ts'
import { loginKey, MINUTES_A_DAY, spinKey, WHEEL } from './credit-rules.ts'
import { RESTORED } from './ledger.server.ts'
import { FREEZES_LEFT } from './streak/streak-freezes.server.ts'

/** Weeks in the streak calendar, including the current one. */
const WEEKS = 5

export type CalendarDay = { day: string; state: 'lit' | 'rest' | 'unlit' | 'to come' }

/** A player's data on the rewards page, except for the history. */
export type Rewards = {
  playerId: string
  /** The UTC day of this data. */
  today: string
  total: number
  /** Null until today's visit is recorded (streak/record-visit.server.ts). */
  streak: number | null
  /** Streak freezes left. */
  freezes: number
  /** Weeks of seven days from Monday, oldest week first. */
  weeks: CalendarDay[][]
  minutes: number
  /** How many posts, comments, answers and shares have earned credits today. */
  posts: number
  comments: number
  answers: number
  shares: number
  /** Today's spin; null if the wheel can still be spun. */
  spun: { segment: number; credits: number } | null
  /** Minutes until the next UTC day, when the wheel can be spun again. */
  minutesLeft: number
}

type Row = {
  playerId: string
  total: number
  streak: number | null
  days: string[]
  frozenDays: string[]
  freezes: number
  seconds: number
  posts: number
  comments: number
  answers: number
  shares: number
  segment: number | null
}

/**
 * Returns the rewards of the player with this session token, read in one query. Returns null if the token is invalid.
 */
export async function loadRewards(token: string, now: Date = new Date()): Promise<Rewards | null> {
  const today = utcDay(now)
  const first = firstDayOfCalendar(today)
  const values = [token, today, first, loginKey(today), spinKey(today)]
  const [row] = await prepared<Row>('rewards', READ, values)
  if (!row) return null
  const { playerId, total, streak, freezes, posts, comments, answers, shares, segment } = row
  const credits = segment === null ? undefined : WHEEL[segment]
  return {
    playerId,
    today,
    total,
    streak,
    freezes,
    weeks: weeksFrom(first, today, { noted: new Set(row.days), freezes: new Set(row.frozenDays) }),
    minutes: Math.min(MINUTES_A_DAY, Math.floor(row.seconds / 60)),
    posts,
    comments,
    answers,
    shares,
    spun: segment === null || credits === undefined ? null : { segment, credits },
    minutesLeft: Math.ceil((Date.parse(`${addDays(today, 1)}T00:00:00Z`) - now.getTime()) / 60_000),
  }
}

const READ = `
  select p.id as "playerId",
    coalesce((select total from credit_balances b where b.player_id = p.id), 0) as total,
    (select (metadata->>'streak')::int from credit_awards a where a.player_id = p.id and a.key = $4) as streak,
    noted.days, noted."frozenDays", ${FREEZES_LEFT} as freezes,
    coalesce((select seconds from play_days d where d.player_id = p.id and d.day = $2::date), 0) as seconds,
    earned.posts, earned.comments, earned.answers, earned.shares,
    (select (metadata->>'segment')::int from credit_awards a where a.player_id = p.id and a.key = $5) as segment
  from players p cross join lateral (
    select coalesce(array_agg(to_char(day, 'YYYY-MM-DD')) filter (where not is_rest), '{}') as days,
      coalesce(array_agg(to_char(day, 'YYYY-MM-DD')) filter (where is_rest), '{}') as "frozenDays"
    from sign_in_days d where d.player_id = p.id and day between $3::date and $2::date
  ) noted cross join lateral (
    select count(*) filter (where activity_type = 'post')::int as posts,
      count(*) filter (where activity_type = 'comment')::int as comments,
      count(*) filter (where activity_type = 'answer')::int as answers,
      count(*) filter (where activity_type = 'share')::int as shares
    from credit_awards a
    where a.player_id = p.id and a.credits > 0 and strpos(a.key, '${RESTORED}') = 0
      and a.created_at >= $2::date::timestamp at time zone 'UTC'
  ) earned
  where p.id = ${PLAYER_OF_TOKEN}`

/** Returns the first Monday in the calendar. */
function firstDayOfCalendar(today: string): string {
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(today, -sinceMonday - (WEEKS - 1) * 7)
}

/** Today is always lit, since only a signed-in player sees the calendar. */
function weeksFrom(
  first: string,
  today: string,
  { noted, freezes }: { noted: Set<string>; freezes: Set<string> },
): CalendarDay[][] {
  const stateOf = (day: string) => {
    if (day > today) return 'to come'
    if (noted.has(day) || day === today) return 'lit'
    return freezes.has(day) ? 'rest' : 'unlit'
  }
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday): CalendarDay => {
      const day = addDays(first, week * 7 + weekday)
      return { day, state: stateOf(day) }
    }),
  )
}
