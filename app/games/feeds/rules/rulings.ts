import type { FeedRule, Ruling } from '../../../db/schema/feeds.server.ts'
import type { GameStatus } from '../../../db/schema/games.server.ts'
import { holdingRule } from './held-by-rule.ts'

/** The values that a rule sets. */
export type Effect = FeedRule['set']

/**
 * Returns the final effect of each rule on a game. If several rules set the same field, only the last one has an
 * effect. Rules without an effect are omitted.
 */
export function effectsOf(rulings: readonly Ruling[]): Map<string, Effect> {
  const effects = new Map<string, Effect>()
  for (const field of ['status', 'category', 'ageRating'] as const) {
    const ruling = rulings.findLast((one) => one[field] !== undefined)
    if (ruling) effects.set(ruling.rule, { ...effects.get(ruling.rule), [field]: ruling[field] })
  }
  return effects
}

/**
 * The statuses that a rule may replace in existing games. A rule never shows a hidden game or restores a deleted one.
 */
const CHANGED: Record<NonNullable<Effect['status']>, readonly GameStatus[]> = {
  pending: ['published', 'delisted', 'quarantined'],
  hidden: ['published', 'delisted', 'quarantined', 'pending'],
  published: ['pending'],
}

/** The properties of an existing game that rules may change. */
export type ExistingGame = {
  status: GameStatus
  /** The reason for the status. */
  reason: string
  categories: string[]
  /** Whether an operator chose the categories. */
  hasOwnCategories: boolean
  ageRating: string | null
}

/**
 * Returns the part of an effect that would change an existing game, or null if there is none. Categories that an
 * operator chose are not changed.
 */
export function changeOf(effect: Effect, game: ExistingGame): Effect | null {
  const { status, category, ageRating } = effect
  const isFiled = game.categories.length === 1 && game.categories[0] === category
  // A game that is already pending review gets the rule's reason, so that it is not published together with others.
  const isUnmarked = status === 'pending' && game.status === 'pending' && holdingRule(game) === null
  const change: Effect = {
    ...(status && (CHANGED[status].includes(game.status) || isUnmarked) && { status }),
    ...(category && !isFiled && !game.hasOwnCategories && { category }),
    ...(ageRating && game.ageRating !== ageRating && { ageRating }),
  }
  return Object.keys(change).length ? change : null
}
