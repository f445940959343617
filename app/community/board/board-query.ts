import { cleanTerm } from '../../games/search/search-rules.ts'
import { BOARD_TABS, type BoardTab, POST_TYPES, type PostType } from '../post-rules.ts'

/**
 * A position in a list of posts: the id of the last post before it and, if the list is ordered by likes and comments,
 * their number (`score`).
 */
export type BoardCursor = { id: number; score: number | null }

/** The query of the board. */
export type BoardQuery = {
  tab: BoardTab
  type: PostType | null
  /** The cleaned term; empty for no search. */
  search: string
  /** Null for the first page. */
  after: BoardCursor | null
}

/** Reads the query of the board. Invalid values are treated as missing. */
export function boardQueryOf(request: Request): BoardQuery {
  const query = new URL(request.url).searchParams
  const tab = BOARD_TABS.find((one) => one === query.get('tab')) ?? 'recent'
  const type = POST_TYPES.find((one) => one === query.get('type')) ?? null
  const search = cleanTerm((query.get('search') ?? '').replaceAll('\0', ' '))
  return { tab, type, search, after: parseCursor(query.get('after') ?? '') }
}

/** Returns a cursor as text for a URL: `score-id`, or `id` without a score. */
export function formatCursor({ id, score }: BoardCursor): string {
  return score === null ? String(id) : `${score}-${id}`
}

function parseCursor(text: string): BoardCursor | null {
  const [, score, id] = /^(?:(\d{1,9})-)?(\d{1,9})$/.exec(text) ?? []
  return id === undefined ? null : { id: Number(id), score: score === undefined ? null : Number(score) }
}
