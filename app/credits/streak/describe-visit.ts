import { formatCount } from '../../lib/text.ts'
import { earnsBonus, nextVisitCredits, STREAK_CREDITS } from '../credit-rules.ts'
import type { Visit } from './record-visit.server.ts'

/**
 * A visit that earned credits, with the text of its toast. The server creates the text, so that pages do not load all
 * the texts.
 */
export type ReportedVisit = { credits: number; text: string }

/**
 * Returns the toast text, which describes the use of a streak freeze, the streak, the new balance, and tomorrow's
 * credits (docs/product.md#streak).
 */
export function describeVisit({ credits, streak, total, freezesLeft }: Visit): ReportedVisit {
  const rest =
    freezesLeft === undefined
      ? ''
      : 'You missed yesterday. A streak freeze saved your streak, ' +
        `and ${freezesLeft} ${freezesLeft === 1 ? 'is' : 'are'} left. `
  const bonus = earnsBonus(streak) ? `${streak} days in a row: that includes a bonus of ${STREAK_CREDITS}. ` : ''
  const row = rest || bonus || streak < 2 ? '' : `${streak} days in a row. `
  const balance = `You have ${formatCount(total)} now, and tomorrow brings ${nextVisitCredits(streak)}.`
  return { credits, text: rest + bonus + row + balance }
}
