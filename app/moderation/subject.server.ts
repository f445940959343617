import { REPORT_KINDS, type ReportKind } from './moderation-rules.ts'

/**
 * An item that operators decide on. `id` is the number of a post or comment, the uuid of a player, or the path of a
 * picture.
 */
export type Subject = { kind: ReportKind; id: string }

/**
 * Parses a subject from a query such as `?kind=post&id=5`. Returns null if it is invalid. Does not check that the item
 * exists.
 */
export function readSubject(query: URLSearchParams): Subject | null {
  const [kind, id] = [query.get('kind'), query.get('id') ?? '']
  const known = REPORT_KINDS.find((one) => one === kind)
  return known && isIdOf(known, id) ? { kind: known, id } : null
}

/** Whether a text has the format of an id of this kind. */
export function isIdOf(kind: ReportKind, id: string): boolean {
  if (kind === 'player') return UUID.test(id)
  if (kind === 'picture') return pictureOf(id) !== null
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) < 2 ** 31
}

/**
 * Returns the owner and the storage key of a player's picture, or null if the path does not belong to such a picture.
 */
export function pictureOf(path: string): { playerId: string; key: string } | null {
  const [, key, playerId] = PICTURE.exec(path) ?? []
  return key && playerId ? { key, playerId } : null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const PICTURE =
  /^\/files\/((?:profile|post)_pictures\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/[\w-]{1,60}\.webp)$/
