import { REPORT_KINDS, type ReportKind } from './moderation-rules.ts'

/** Something that operators decide on. Of a post or comment the number, of a player the uuid, of a picture its path. */
export type Subject = { kind: ReportKind; id: string }

/** The subject that a query names, `?kind=post&id=5`; null where it names none. Whether it is there is not looked at. */
export function readSubject(query: URLSearchParams): Subject | null {
  const [kind, id] = [query.get('kind'), query.get('id') ?? '']
  const known = REPORT_KINDS.find((one) => one === kind)
  return known && isIdOf(known, id) ? { kind: known, id } : null
}

/** Whether a text can be the id of something of a kind. */
export function isIdOf(kind: ReportKind, id: string): boolean {
  if (kind === 'player') return UUID.test(id)
  if (kind === 'picture') return pictureOf(id) !== null
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) < 2 ** 31
}

/** Whose folder a picture lies in, and its key in the storage; null for what is no path of a player's picture. */
export function pictureOf(path: string): { playerId: string; key: string } | null {
  const [, key, playerId] = PICTURE.exec(path) ?? []
  return key && playerId ? { key, playerId } : null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const PICTURE =
  /^\/files\/((?:profile|post)_pictures\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/[\w-]{1,60}\.webp)$/
