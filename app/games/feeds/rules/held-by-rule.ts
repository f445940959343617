import type { GameStatus } from '../../../db/schema/games.server.ts'

/** Games that a rule of a feed holds or hides (docs/product.md#rules-of-a-feed). */

const REASON = 'Rule: '

/** Returns the status reason that a rule gives to a game. */
export function ruleReason(rule: string): string {
  return REASON + rule
}

/** Returns the name of the rule that holds or hides a game, or null if none does. */
export function holdingRule({ status, reason }: { status: GameStatus; reason: string }): string | null {
  const isHeld = (status === 'pending' || status === 'hidden') && reason.startsWith(REASON)
  return isHeld ? reason.slice(REASON.length) : null
}

/** The same check as a condition on the row `g` of `games`. */
export const HELD_BY_RULE = `(g.status in ('pending', 'hidden') and starts_with(g.status_reason, '${REASON}'))`
