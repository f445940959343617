import type { FeedRule } from '../../../db/schema/feeds.server.ts'
import { currentName } from '../../arrangement/known-categories.ts'

/** Returns a rule with the current name of the category that it sets. The name may have changed since it was saved. */
export function currentRule(rule: FeedRule): FeedRule {
  const { category } = rule.set
  return category ? { ...rule, set: { ...rule.set, category: currentName(category) } } : rule
}
