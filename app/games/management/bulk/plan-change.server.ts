import type { BulkBefore, BulkOptions } from '../../../db/schema/game-management.server.ts'
import type { GameStatus } from '../../../db/schema/games.server.ts'
import { isSame } from '../edit/field-versions.server.ts'
import { LIMITS } from '../management-rules.ts'
import type { BulkAction } from './bulk-rules.ts'
import type { FeedField, ReadGame } from './read-games.server.ts'

/** What to write to a game. */
export type Change = {
  status?: { status: string; reason: string; at: string | null }
  featured?: boolean
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
  const status = STATUSES.get(action)
  if (status) {
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

/** Changes categories or tags. */
function planList({ values, overrides }: ReadGame, action: BulkAction, options: BulkOptions) {
  const field = action.endsWith('tag') ? 'tags' : 'categories'
  const list = values[field] as string[]
  const next = nextList(list, action, options)
  if (isSame(next, list)) return null
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
export function planUndo(
  game: ReadGame,
  { status, featured, fields = {} }: BulkBefore,
  action: BulkAction,
  options: BulkOptions,
): Change | null {
  if (status) return game.status === STATUSES.get(action) ? { status } : null
  if (featured !== undefined) return game.isFeatured === featured ? null : { featured }
  const entries = Object.entries(fields) as [FeedField, { value: unknown; isSet: boolean }][]
  const isAsLeft = entries.every(([name, { value }]) =>
    action === 'reset'
      ? !(name in game.overrides)
      : isSame(game.values[name], nextList(value as string[], action, options)),
  )
  if (!isAsLeft) return null
  const fed = (name: FeedField) => (name in game.overrides ? game.overrides[name] : game.values[name])
  return {
    values: Object.fromEntries(entries.map(([name, { value, isSet }]) => [name, isSet ? value : fed(name)])),
    set: entries.flatMap(([field, { isSet }]) =>
      isSet && !(field in game.overrides) ? [{ field, value: fed(field) }] : [],
    ),
    unset: entries.flatMap(([field, { isSet }]) => (!isSet && field in game.overrides ? [field] : [])),
  }
}
