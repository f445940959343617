import { formatCount } from '../lib/text.ts'
import { earnsBonus, nextVisitCredits, STREAK_CREDITS } from './credit-rules.ts'
import type { Visit } from './note-visit.server.ts'

/** A visit that earned something, with the sentence that its toast says: made on the server, or every page would load the words. */
export type ToldVisit = { credits: number; says: string }

/** What came of a day's rest and of the streak, the new balance, and what tomorrow brings (docs/product.md, Streak). */
export function describeVisit({ credits, streak, total, restsLeft }: Visit): ToldVisit {
  const rest =
    restsLeft === undefined
      ? ''
      : `You missed yesterday. A streak freeze saved your streak, and ${restsLeft} ${restsLeft === 1 ? 'is' : 'are'} left. `
  const bonus = earnsBonus(streak) ? `${streak} days in a row: that includes a bonus of ${STREAK_CREDITS}. ` : ''
  const row = rest || bonus || streak < 2 ? '' : `${streak} days in a row. `
  const says = `${rest}${bonus}${row}You have ${formatCount(total)} now, and tomorrow brings ${nextVisitCredits(streak)}.`
  return { credits, says }
}
