import { href } from 'react-router'

/** When a game counts as broken (docs/product.md#broken-games), and links to the console's list of such games. */

/** Failed starts, plays and short visits count for this many days. */
export const EVIDENCE_DAYS = 7
export const REPORT_DAYS = 30

/** A game is failing if more than this share of its starts failed, out of at least this many. */
export const FAILURES = { starts: 10, percent: 50 } as const

/** A game is left if more than this share of visits ended at once, out of at least this many. */
export const SHORT_VISITS = { visits: 20, percent: 80 } as const

/** This many visitors reported the game. */
export const REPORTS = 3

/** A game is quarantined after this many consecutive checks with the same outcome, at least an hour apart. */
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
  /** Lists only games on this host, including all whose check failed; empty for all hosts. */
  host: string
  /** The id of the last game on the previous page; 0 for the first page. */
  after: number
}

export const HOST_MAX = 255
export const BROKEN_ON_PAGE = 30
const MAX_ID = 2_147_483_647

/** Reads the query of the list. Unknown values are ignored. */
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
