import { recordActivePlayer } from '../../accounts/count-players.server.ts'
import { database, type Transaction } from '../../db/connection.server.ts'
import { preparedIn } from '../../db/query.server.ts'
import { isDatabaseDown } from '../../db/database-outage.server.ts'
import { signInDays } from '../../db/schema/credits.server.ts'
import { utcDay } from '../../lib/dates.ts'
import { log } from '../../server/process/log.server.ts'
import { oncePerRequest } from '../../server/http/request-state.server.ts'
import { earnsBonus, LOGIN_CREDITS, loginKey, STREAK_CREDITS, streakKey } from '../credit-rules.ts'
import { awardCredits, lockBalance } from '../ledger.server.ts'
import { frozenYesterday } from './streak-freezes.server.ts'

export type Visit = {
  /** Days in a row with a sign-in, including this one. */
  streak: number
  /** Credits earned; 0 if today's visit was recorded before. */
  credits: number
  /** The balance afterwards. */
  total: number
  /** Streak freezes left, if this visit used a freeze for yesterday. */
  freezesLeft?: number
}

/**
 * Records that a player is signed in on this UTC day. Awards the day's credits, and a bonus on every seventh day
 * (docs/product.md#credits-for-visits-play-and-shares). Uses a streak freeze if the player missed only yesterday. A day
 * counts once, even with concurrent calls. Returns null if the player is deleted.
 */
export async function recordVisit(playerId: string, now: Date = new Date()): Promise<Visit | null> {
  const day = utcDay(now)
  const visit = await database().transaction(async (tx) => {
    const before = await lockBalance(tx, playerId)
    if (before === null) return null
    const noted = await tx.insert(signInDays).values({ playerId, day }).onConflictDoNothing().returning()
    const freezesLeft = noted.length ? await frozenYesterday(tx, playerId, day) : null
    const streak = await countStreak(tx, playerId, day)
    if (!noted.length) return { streak, credits: 0, total: before }
    await awardCredits(tx, {
      playerId,
      activity: 'login',
      credits: LOGIN_CREDITS,
      key: loginKey(day),
      metadata: { streak, ...(freezesLeft !== null && { freezesLeft }) },
      now,
    })
    const bonus = earnsBonus(streak) ? STREAK_CREDITS : 0
    if (bonus) {
      const key = streakKey(day)
      await awardCredits(tx, { playerId, activity: 'streak', credits: bonus, key, metadata: { streak }, now })
    }
    const credits = LOGIN_CREDITS + bonus
    return { streak, credits, total: before + credits, ...(freezesLeft !== null && { freezesLeft }) }
  })
  if (visit?.credits && visit.streak === 1) recordActivePlayer()
  return visit
}

/**
 * Calls `recordVisit` once per request, so that parallel loaders share its result. Returns null for a prefetched page,
 * which is not a visit.
 */
export async function recordVisitOf(request: Request, playerId: string, now: Date = new Date()): Promise<Visit | null> {
  if (isFetchedAhead(request)) return null
  return oncePerRequest(recordVisitOf, () => recordVisit(playerId, now))
}

/**
 * Calls `recordVisitOf` for a page. Logs an error and returns null, so that a failure never blocks the page
 * (docs/product.md#credit-messages). The next page tries again.
 */
export async function recordVisitQuietly(request: Request, playerId: string): Promise<Visit | null> {
  try {
    return await recordVisitOf(request, playerId)
  } catch (error) {
    if (!isDatabaseDown(error)) log().warn({ err: error }, 'A visit could not be noted')
    return null
  }
}

function isFetchedAhead({ headers }: Request): boolean {
  return /\bprefetch\b|\bprerender\b/.test(`${headers.get('sec-purpose')} ${headers.get('purpose')}`)
}

/**
 * Returns the length of the streak that ends on `day`. Days with a streak freeze do not break the streak, but are not
 * counted.
 */
async function countStreak(tx: Transaction, playerId: string, day: string): Promise<number> {
  const [counted] = await preparedIn<{ streak: number }>(tx, 'count-streak', COUNT_STREAK, [playerId, day])
  return counted?.streak ?? 0
}

const COUNT_STREAK = `
  select count(*) filter (where not is_rest)::int as streak
  from (
    select day, is_rest, row_number() over (order by day desc) as at
    from sign_in_days where player_id = $1 and day <= $2::date
  ) noted
  where noted.day = $2::date - (noted.at - 1)::int`
