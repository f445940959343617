import type { FeedRule, Ruling } from '../../../db/schema/feeds.server.ts'
import type { GameStatus } from '../../../db/schema/games.server.ts'
import { holdingRule } from './held-by-rule.ts'

/** What a rule sets. */
export type Effect = FeedRule['set']

/**
 * Returns what each rule sets in a game in the end: of several rules that set the same, only the last one does. Rules
 * without an effect are missing.
 */
export function effectsOf(rulings: readonly Ruling[]): Map<string, Effect> {
  const effects = new Map<string, Effect>()
  for (const field of ['status', 'category', 'ageRating'] as const) {
    const ruling = rulings.findLast((one) => one[field] !== undefined)
    if (ruling) effects.set(ruling.rule, { ...effects.get(ruling.rule), [field]: ruling[field] })
  }
  return effects
}

/** The statuses that a rule changes in existing games. It neither shows a hidden game nor brings a deleted one back. */
const CHANGED: Record<NonNullable<Effect['status']>, readonly GameStatus[]> = {
  pending: ['published', 'delisted', 'quarantined'],
  hidden: ['published', 'delisted', 'quarantined', 'pending'],
  published: ['pending'],
}

/** An existing game, as far as rules change it. */
export type ExistingGame = {
  status: GameStatus
  /** Why it has the status. */
  reason: string
  categories: string[]
  /** Whether an operator chose the categories. */
  hasOwnCategories: boolean
  ageRating: string | null
}

/**
 * Returns the part of an effect that would change an existing game, or null if nothing would change. Categories that an
 * operator has chosen stay.
 */
export function changeOf(effect: Effect, game: ExistingGame): Effect | null {
  const { status, category, ageRating } = effect
  const isFiled = game.categories.length === 1 && game.categories[0] === category
  // A game that waits for review anyway gets the reason, so that it is not published among others.
  const isUnmarked = status === 'pending' && game.status === 'pending' && holdingRule(game) === null
  const change: Effect = {
    ...(status && (CHANGED[status].includes(game.status) || isUnmarked) && { status }),
    ...(category && !isFiled && !game.hasOwnCategories && { category }),
    ...(ageRating && game.ageRating !== ageRating && { ageRating }),
  }
  return Object.keys(change).length ? change : null
}
