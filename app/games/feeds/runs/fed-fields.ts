import { createHash } from 'node:crypto'
import type { GameStatus } from '../../../db/schema/games.server.ts'
import type { FeedGame } from '../../import/read-game.ts'

/** The columns of `games` that a feed fills, with their types. A slug or position never changes later. */
export const FED = {
  title: 'text', categories: 'text[]', raw_category: 'text', tags: 'text[]', description: 'text', how_to_play: 'text',
  published_by: 'text', url: 'text', image_url: 'text', image_small_url: 'text', width: 'integer', height: 'integer',
  plays_on_phones: 'boolean',
} as const // prettier-ignore

export type FedField = keyof typeof FED
export const FED_FIELDS = Object.keys(FED) as FedField[]

/** Values by column. If an operator has set a field, the feed's value has the key FEED_VALUE + column. */
export type Values = Record<string, unknown>
export const FEED_VALUE = 'feed_value:'

/** The part of a stored game that a run reads and writes. */
export type StoredGame = {
  id: number
  title: string
  slug: string
  status: GameStatus
  reason: string
  /** When the game got its status. */
  at: string
  /** The values that the site shows. */
  values: Values
  /** The feed's value of each field that an operator has set. */
  overrides: Values
}

/** Returns a hash of everything that a feed contains about a game. */
export function entryHash(game: FeedGame): string {
  return createHash('md5')
    .update(JSON.stringify(FED_FIELDS.map((field) => game[field])))
    .digest('base64url')
}

export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}

/** Returns the field that an operator sets to change a column. The small picture follows the picture. */
const setAs = (field: FedField) => (field === 'image_small_url' ? 'image_url' : field)

/** Returns the differences between a feed's game and the stored one: the new and the stored values. */
export function differencesOf(game: FeedGame, { values, overrides }: StoredGame): { after: Values; before: Values } {
  const after: Values = {}
  const before: Values = {}
  for (const field of FED_FIELDS) {
    const isSet = setAs(field) in overrides
    if (isSet && field === 'image_small_url') continue
    const stored = isSet ? overrides[field] : values[field]
    if (isSameValue(stored, game[field])) continue
    const key = isSet ? FEED_VALUE + field : field
    after[key] = game[field]
    before[key] = stored ?? null
  }
  return { after, before }
}

/** Returns a stored game's value for a key of `Values`; undefined if an operator has since set or reset the field. */
export function storedValue(game: StoredGame, key: string): unknown {
  if (key.startsWith(FEED_VALUE)) {
    const field = key.slice(FEED_VALUE.length)
    return field in game.overrides ? (game.overrides[field] ?? null) : undefined
  }
  if (key === 'status') return game.status
  if (key === 'status_reason') return game.reason
  return setAs(key as FedField) in game.overrides ? undefined : (game.values[key] ?? null)
}

/** Whether a game still has these values. */
export function hasValues(game: StoredGame, values: Values): boolean {
  return Object.entries(values).every(([key, value]) => {
    if (key === 'status_at') return true
    const stored = storedValue(game, key)
    return stored !== undefined && isSameValue(stored, value)
  })
}
