import type { BulkBefore, BulkOptions } from '../../../db/schema/game-management.server.ts'
import type { AgeRating, GameStatus } from '../../../db/schema/games.server.ts'
import { holdingRule } from '../../feeds/rules/held-by-rule.ts'
import { changeOf } from '../../feeds/rules/rulings.ts'
import { isSame } from '../edit/field-versions.server.ts'
import { LIMITS } from '../management-rules.ts'
import type { BulkAction } from './bulk-rules.ts'
import type { FeedField, ReadGame } from './read-games.server.ts'

/** What to write to a game. */
export type Change = {
  status?: { status: string; reason: string; at: string | null }
  featured?: boolean
  ageRating?: AgeRating | null
  values?: { [Field in FeedField]?: unknown }
  /** Fields that become the operator's, with the feed's value of each. */
  set?: { field: FeedField; value: unknown }[]
  /** Fields that follow the feed again. */
  unset?: FeedField[]
}

const STATUSES = new Map<BulkAction, GameStatus>([
  ['publish', 'published'],
  ['hide', 'hidden'],
  ['delete', 'deleted'],
])

/** Returns what an action changes in a game, and how that was before; null if the game needs no change. */
export function planChange(
  game: ReadGame,
  action: BulkAction,
  options: BulkOptions,
): { change: Change; before: BulkBefore } | null {
  if (action === 'apply-rule') return planRule(game, options)
  const status = STATUSES.get(action)
  if (status) {
    if (status === 'published' && options.leavesOutRuled && holdingRule(game) !== null) return null
    if (game.status === status || (game.status === 'deleted' && status !== 'published')) return null
    const before = { status: game.status, reason: game.reason, at: game.at }
    return { change: { status: { status, reason: options.reason ?? '', at: null } }, before: { status: before } }
  }
  if (action === 'feature' || action === 'unfeature') {
    const featured = action === 'feature'
    return game.isFeatured === featured ? null : { change: { featured }, before: { featured: game.isFeatured } }
  }
  return action === 'reset' ? planReset(game, options) : planList(game, action, options)
}

/** Resets the fields that an operator has set. */
function planReset({ values, overrides }: ReadGame, { field }: BulkOptions) {
  const set = (Object.keys(overrides) as FeedField[]).filter((name) => name in values && (!field || name === field))
  if (!set.length) return null
  return {
    change: { values: Object.fromEntries(set.map((name) => [name, overrides[name]])), unset: set },
    before: { fields: Object.fromEntries(set.map((name) => [name, { value: values[name], isSet: true }])) },
  }
}

/** Applies the rule of a feed. Its category becomes the operator's value, so that imports do not replace it. */
function planRule(game: ReadGame, { reason = '', status, category, ageRating }: BulkOptions) {
  const categories = game.values.categories as string[]
  const hasOwnCategories = 'categories' in game.overrides
  const effect = changeOf({ status, category, ageRating }, { ...game, categories, hasOwnCategories })
  if (!effect) return null
  const change: Change = {}
  const before: BulkBefore = {}
  if (effect.status) {
    change.status = { status: effect.status, reason: effect.status === 'published' ? '' : reason, at: null }
    before.status = { status: game.status, reason: game.reason, at: game.at }
  }
  if (effect.ageRating) {
    change.ageRating = effect.ageRating
    before.ageRating = game.ageRating
  }
  if (effect.category) {
    change.values = { categories: [effect.category] }
    if (!game.isByHand) change.set = [{ field: 'categories', value: categories }]
    before.fields = { categories: { value: categories, isSet: false } }
  }
  return { change, before }
}

/** Changes categories or tags. */
function planList({ values, overrides, isByHand }: ReadGame, action: BulkAction, options: BulkOptions) {
  const field = action.endsWith('tag') ? 'tags' : 'categories'
  const list = values[field] as string[]
  const next = nextList(list, action, options)
  if (isSame(next, list)) return null
  if (isByHand)
    return { change: { values: { [field]: next } }, before: { fields: { [field]: { value: list, isSet: false } } } }
  const isSet = field in overrides
  const fed = isSet ? overrides[field] : list
  const follows = isSame(next, fed)
  return {
    change: {
      values: { [field]: next },
      set: isSet || follows ? [] : [{ field, value: fed } as const],
      unset: isSet && follows ? [field as FeedField] : [],
    },
    before: { fields: { [field]: { value: list, isSet } } },
  }
}

/** The categories or tags of a game after an action; the same if it does not apply. */
function nextList(list: string[], action: BulkAction, { category = '', tag = '' }: BulkOptions): string[] {
  const isTag = (one: string) => one.toLowerCase() === tag.toLowerCase()
  switch (action) {
    case 'add-category':
      return list.includes(category) ? list : [...list, category]
    case 'remove-category':
      return list.length === 1 ? list : list.filter((one) => one !== category)
    case 'add-tag':
      return list.length >= LIMITS.tags || list.some(isTag) ? list : [...list, tag]
    default:
      return list.filter((one) => !isTag(one))
  }
}

/**
 * Returns what restores a game as it was before an action, or null if the game is no longer as the action left it.
 * Fields that followed the feed follow it again, with the values of the last import.
 */
export function planUndo(game: ReadGame, before: BulkBefore, action: BulkAction, options: BulkOptions): Change | null {
  if (action === 'apply-rule') return planRuleUndo(game, before, options)
  const { status, featured, fields = {} } = before
  if (status) return game.status === STATUSES.get(action) ? { status } : null
  if (featured !== undefined) return game.isFeatured === featured ? null : { featured }
  const entries = Object.entries(fields) as FieldBefore[]
  const isAsLeft = entries.every(([name, { value }]) =>
    action === 'reset'
      ? !(name in game.overrides)
      : isSame(game.values[name], nextList(value as string[], action, options)),
  )
  if (!isAsLeft) return null
  return restoreFields(game, entries)
}

type FieldBefore = [FeedField, { value: unknown; isSet: boolean }]

/** Fields that followed the feed follow it again, with the values of the last import. */
function restoreFields(game: ReadGame, entries: FieldBefore[]): Change {
  if (game.isByHand) return { values: Object.fromEntries(entries.map(([name, { value }]) => [name, value])) }
  const fed = (name: FeedField) => (name in game.overrides ? game.overrides[name] : game.values[name])
  return {
    values: Object.fromEntries(entries.map(([name, { value, isSet }]) => [name, isSet ? value : fed(name)])),
    set: entries.flatMap(([field, { isSet }]) =>
      isSet && !(field in game.overrides) ? [{ field, value: fed(field) }] : [],
    ),
    unset: entries.flatMap(([field, { isSet }]) => (!isSet && field in game.overrides ? [field] : [])),
  }
}

function planRuleUndo(
  game: ReadGame,
  { status, ageRating, fields = {} }: BulkBefore,
  options: BulkOptions,
): Change | null {
  const isAsLeft =
    (!status || game.status === options.status) &&
    (ageRating === undefined || game.ageRating === options.ageRating) &&
    (!fields.categories || isSame(game.values.categories, [options.category]))
  if (!isAsLeft) return null
  return {
    ...(status && { status }),
    ...(ageRating !== undefined && { ageRating }),
    ...(fields.categories && restoreFields(game, Object.entries(fields) as FieldBefore[])),
  }
}
