import { href } from 'react-router'

/** Most results of each kind. */
export const HITS_OF_KIND = 5

export type HitKind = 'games' | 'players' | 'posts' | 'blogPosts' | 'pages'

export const KIND_LABELS: Readonly<Record<HitKind, string>> = {
  games: 'Games',
  players: 'Players',
  posts: 'Posts',
  blogPosts: 'Blog posts',
  pages: 'Pages',
}

/** One result of the console's search. */
export type Hit = {
  to: string
  title: string
  /** What tells it apart from others of the same title. */
  detail: string
  /** Its state if it is not public, such as "Hidden". */
  state?: string
  /** Whether an operator has to decide on it. */
  isPending?: boolean
  picture?: string
}

/** The kinds with results, in the order in which they are shown. */
export type HitGroup = { kind: HitKind; hits: Hit[] }

/** The response of `/admin/search/results`. */
export type ConsoleResults = { groups: HitGroup[] }

/** Path of the endpoint that searches for a term. */
export function resultsHref(term: string): string {
  return `${href('/admin/search/results')}?${new URLSearchParams({ q: term })}`
}

/**
 * Returns a `like` pattern in lower case for texts that contain a term. A term that is too short for a trigram index
 * matches beginnings of texts only; null, which matches nothing, for a term without letters and digits.
 */
export function patternOf(term: string): string | null {
  if (!/[\p{L}\p{N}]/u.test(term)) return null
  const escaped = term.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)
  return isShort(term) ? `${escaped}%` : `%${escaped}%`
}

/** Whether a term has no three letters or digits in a row. */
export function isShort(term: string): boolean {
  return !/[\p{L}\p{N}]{3}/u.test(term)
}
