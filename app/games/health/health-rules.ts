import { href } from 'react-router'

/** When a game counts as broken (docs/product.md#broken-games), and links to the console's list of such games. */

/** Failed starts, plays and short visits count for this many days. */
export const EVIDENCE_DAYS = 7
export const REPORT_DAYS = 30

/** More than this share of at least so many starts failed. */
export const FAILURES = { starts: 10, percent: 50 } as const

/** More than this share of at least so many visits ended at once. */
export const SHORT_VISITS = { visits: 20, percent: 80 } as const

/** So many visitors reported the game. */
export const REPORTS = 3

/** Consecutive checks, at least an hour apart, that must find the same before a game is quarantined. */
export const CHECKS_TO_QUARANTINE = 2

/** The lists of `/admin/broken-games`. */
export const BROKEN_LISTS = {
  '': 'Suspect and quarantined',
  suspect: 'Suspect',
  quarantined: 'Quarantined',
  reported: 'All reported games',
} as const
export type BrokenList = keyof typeof BROKEN_LISTS

export type BrokenQuery = {
  list: BrokenList
  /** Only games of this host, with all whose check failed; empty for all hosts. */
  host: string
  /** The id of the last game of the previous page; 0 for the first page. */
  after: number
}

export const HOST_MAX = 255
export const BROKEN_ON_PAGE = 30
const MAX_ID = 2_147_483_647

/** Reads the query of the list. Unknown values count as missing. */
export function readBrokenQuery(params: URLSearchParams): BrokenQuery {
  const list = params.get('list') ?? ''
  const after = Number(params.get('after'))
  return {
    list: Object.hasOwn(BROKEN_LISTS, list) ? (list as BrokenList) : '',
    host: (params.get('host') ?? '').slice(0, HOST_MAX).trim().toLowerCase().replaceAll('\0', ''),
    after: Number.isInteger(after) && after > 0 && after <= MAX_ID ? after : 0,
  }
}

export function brokenGamesHref({ list = '', host = '', after = 0 }: Partial<BrokenQuery> = {}): string {
  const set = { list, host, after: after ? String(after) : '' }
  const query = new URLSearchParams(Object.entries(set).filter(([, value]) => value))
  return href('/admin/broken-games') + (query.size ? `?${query}` : '')
}
