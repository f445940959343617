import { href } from 'react-router'

/** The console's list of players: its query (docs/product.md#players-in-the-console). */

export const PLAYER_STATES = { active: 'Active', suspended: 'Suspended' } as const
export type PlayerState = keyof typeof PLAYER_STATES

/** The query of the list. An empty value filters nothing. */
export type PlayersQuery = {
  q: string
  state: PlayerState | ''
  /** The cursor of the page; empty for the first one. */
  after: string
}

export const PLAYER_TERM_MAX = 100

/** Reads the query of the list. Unknown values count as missing. */
export function readPlayersQuery(params: URLSearchParams): PlayersQuery {
  const text = (name: string) => (params.get(name) ?? '').slice(0, PLAYER_TERM_MAX).trim().replaceAll('\0', '')
  const state = text('state')
  return {
    q: text('q').replace(/^@(?=.)/, ''),
    state: Object.hasOwn(PLAYER_STATES, state) ? (state as PlayerState) : '',
    after: text('after'),
  }
}

/** Link to the list. Omits what is not set. */
export function playersHref(query: Partial<PlayersQuery> = {}): string {
  const set = Object.entries(query).filter(([, value]) => value)
  const search = new URLSearchParams(set).toString()
  return href('/admin/players') + (search && `?${search}`)
}
