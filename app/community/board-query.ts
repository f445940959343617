import { cleanTerm } from '../games/search/search-rules.ts'
import { BOARD_TABS, type BoardTab, POST_TYPES, type PostType } from './post-rules.ts'

/** A place in a list of posts: the last one before it, with its likes and comments where the list is ordered by them. */
export type BoardPlace = { id: number; score: number | null }

/** What is asked of the board. */
export type BoardQuery = {
  tab: BoardTab
  type: PostType | null
  /** As it is looked for; empty for no search. */
  search: string
  /** Null for its beginning. */
  after: BoardPlace | null
}

/** What the address of a board asks for; what makes no sense is as if it were not there. */
export function boardQueryOf(request: Request): BoardQuery {
  const query = new URL(request.url).searchParams
  const tab = BOARD_TABS.find((one) => one === query.get('tab')) ?? 'recent'
  const type = POST_TYPES.find((one) => one === query.get('type')) ?? null
  const search = cleanTerm((query.get('search') ?? '').replaceAll('\0', ' '))
  return { tab, type, search, after: readPlace(query.get('after') ?? '') }
}

/** A place as an address has it: the post's id, behind what it is ordered by and a hyphen where that is not the id alone. */
export function writePlace({ id, score }: BoardPlace): string {
  return score === null ? String(id) : `${score}-${id}`
}

function readPlace(text: string): BoardPlace | null {
  const [, score, id] = /^(?:(\d{1,9})-)?(\d{1,9})$/.exec(text) ?? []
  return id === undefined ? null : { id: Number(id), score: score === undefined ? null : Number(score) }
}
