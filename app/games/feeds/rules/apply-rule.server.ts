import type { Player } from '../../../server/sessions/session.server.ts'
import { startBulkAction } from '../../management/bulk/start-bulk-action.server.ts'
import { ruleReason } from './held-by-rule.ts'
import { findRuleMatches, type RuleMatch, type RulesOfFeed } from './rule-matches.server.ts'

/** The outcome of applying a rule. `changed`: the rule no longer changes any of the games. */
export type Applied = { outcome: 'done'; games: number } | { outcome: 'changed' }

/**
 * Applies a rule of a feed to the games that an operator chose, as a bulk action. The action is logged and can be
 * undone for some minutes. The rule is checked again first; games that it no longer changes stay as they are.
 */
export async function applyRuleTo(
  operator: Player,
  feed: RulesOfFeed & { id: number },
  rule: string,
  gameIds: readonly number[],
): Promise<Applied> {
  const matches = await findRuleMatches(feed, rule, gameIds)
  // The change depends on the other rules and on the game's current values, so games may need different parts of it.
  const byChange = Map.groupBy(matches, ({ change }) => JSON.stringify(change))
  let games = 0
  for (const group of byChange.values()) {
    const { change } = group[0] as RuleMatch
    const options = { rule, reason: ruleReason(rule), ...change }
    const ids = group.map(({ id }) => id)
    const picked = { ids }
    const started = await startBulkAction({ operator, action: 'apply-rule', options, picked, confirmed: ids.length })
    if ('id' in started) games += ids.length
  }
  return games ? { outcome: 'done', games } : { outcome: 'changed' }
}
