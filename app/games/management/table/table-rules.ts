import { href } from 'react-router'
import { z } from 'zod/mini'
import type { AgeRating, GameStatus } from '../../../db/schema/games.server.ts'
import { countOf, formatCount } from '../../../lib/text.ts'
import { lineRule, numberRule } from '../../../lib/text-rules.ts'
import { categoryAt } from '../../arrangement/known-categories.ts'
import { providerLabel } from '../../feeds/providers/provider-labels.ts'
import { AGE_LABELS, STATUS_LABELS } from '../management-rules.ts'

/** The console's table of all games: its query, filters and orders (docs/product.md#games-in-the-console). */

export const SORTS = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  title: 'Title, A to Z',
  'title-desc': 'Title, Z to A',
  plays: 'Most plays',
  'plays-asc': 'Fewest plays',
  failures: 'Most failures',
  'failures-asc': 'Fewest failures',
} as const
export type Sort = keyof typeof SORTS

/** The two orders of each sortable column; a first click on its heading chooses the first. */
export const COLUMN_SORTS = {
  title: ['title', 'title-desc'],
  plays: ['plays', 'plays-asc'],
  failures: ['failures', 'failures-asc'],
  added: ['newest', 'oldest'],
} as const satisfies Record<string, [Sort, Sort]>

export const PHONES = { yes: 'Works on phones', no: 'Not for phones', unknown: 'Phones: unknown' } as const
export type Phones = keyof typeof PHONES

/** The filters that are on or off. */
export const SWITCHES = {
  featured: 'Featured',
  original: 'Originals',
  unpictured: 'No picture set',
  edited: 'Edited by an operator',
  failing: 'With failures',
  ruled: 'Held by a rule',
} as const
export type Switch = keyof typeof SWITCHES

/** The query of the table. An empty value filters nothing. */
export type GamesQuery = { [Name in Switch]: boolean } & {
  q: string
  status: GameStatus | ''
  provider: string
  /** A slug. */
  category: string
  /** In lower case. */
  tag: string
  phones: Phones | ''
  age: AgeRating | ''
  sort: Sort
  /** The id of the last game of the previous page; 0 for the first page. */
  after: number
}

/** The longest term, tag or provider that is searched. */
export const TERM_MAX = 100
export const GAMES_ON_PAGE = 50

/** Lists longer than this are counted only when a bulk action needs it. */
export const MAX_COUNTED = 10_000

const SWITCH_NAMES = Object.keys(SWITCHES) as Switch[]
const MAX_ID = 2_147_483_647

/** Reads the query of the table. Unknown values count as missing. */
export function readGamesQuery(params: URLSearchParams): GamesQuery {
  const text = (name: string) => (params.get(name) ?? '').slice(0, TERM_MAX).trim().replaceAll('\0', '')
  const oneOf = <Value extends string>(options: object, value: string) =>
    (Object.hasOwn(options, value) ? value : '') as Value | ''
  const after = Number(params.get('after'))
  return {
    q: text('q'),
    status: oneOf<GameStatus>(STATUS_LABELS, text('status')),
    provider: text('provider'),
    category: text('category').toLowerCase(),
    tag: text('tag').toLowerCase(),
    phones: oneOf<Phones>(PHONES, text('phones')),
    age: oneOf<AgeRating>(AGE_LABELS, text('age')),
    ...(Object.fromEntries(SWITCH_NAMES.map((name) => [name, params.get(name) === '1'])) as Record<Switch, boolean>),
    sort: oneOf<Sort>(SORTS, text('sort')) || 'newest',
    after: Number.isInteger(after) && after > 0 && after <= MAX_ID ? after : 0,
  }
}

/** The query as text, without what is not set: the same for the same list. `after` is left out. */
export function gamesQueryText(query: Partial<GamesQuery>): string {
  const { after: _after, sort, ...filters } = query
  const set = Object.entries({ ...filters, sort: sort === 'newest' ? '' : sort }).flatMap(([name, value]) =>
    value ? [[name, value === true ? '1' : String(value)]] : [],
  )
  return new URLSearchParams(set).toString()
}

/** Link to the table. */
export function gamesTableHref(query: Partial<GamesQuery> = {}): string {
  const text = gamesQueryText(query)
  const after = query.after ? `after=${query.after}` : ''
  const search = [text, after].filter(Boolean).join('&')
  return href('/admin/games') + (search && `?${search}`)
}

/** The query without its order and page. */
export function filterOf(query: GamesQuery): GamesQuery {
  return { ...query, sort: 'newest', after: 0 }
}

/** The filters that are set, apart from the search term, with the text that describes each. */
export function setFilters(query: GamesQuery): { name: keyof GamesQuery; label: string }[] {
  const { status, provider, category, tag, phones, age } = query
  return [
    ...(status ? [{ name: 'status' as const, label: `Status: ${STATUS_LABELS[status]}` }] : []),
    ...(provider ? [{ name: 'provider' as const, label: `Provider: ${providerLabel(provider)}` }] : []),
    ...(category ? [{ name: 'category' as const, label: `Category: ${categoryAt(category)?.name ?? category}` }] : []),
    ...(tag ? [{ name: 'tag' as const, label: `Tag: ${tag}` }] : []),
    ...(phones ? [{ name: 'phones' as const, label: PHONES[phones] }] : []),
    ...(age ? [{ name: 'age' as const, label: `Age rating: ${AGE_LABELS[age]}` }] : []),
    ...SWITCH_NAMES.flatMap((name) => (query[name] ? [{ name, label: SWITCHES[name] }] : [])),
  ]
}

/** Describes the filter of a query, a text for each part. */
export function describeFilters(query: GamesQuery): string[] {
  const parts = setFilters(query).map(({ label }) => label)
  if (query.q) parts.unshift(`Title: ${query.q}`)
  return parts.length ? parts : ['All games']
}

/** The same in one line. */
export function describeFilter(query: GamesQuery): string {
  return describeFilters(query).join(', ')
}

/** "1 game", or "10,000+ games" for a capped count. */
export function countLabel(count: number): string {
  return count > MAX_COUNTED ? `${formatCount(MAX_COUNTED)}+ games` : countOf(count, 'game')
}

export const VIEWS_MAX = 30
export const VIEW_NAME_MAX = 40

/** Saves the filter in `query`, as in the address of the table. */
export const viewRules = z.object({
  name: lineRule('Name', VIEW_NAME_MAX).check(z.minLength(1, 'Enter a name')),
  query: z._default(z.string(), ''),
})

export const viewDeletionRules = z.object({ id: numberRule })
