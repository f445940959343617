import type { BoardTab, PostType } from './post-rules.ts'

const BOARD = '/community'

/** Link to the board by tab, type, search and cursor, without the defaults. */
export function boardHref({
  tab = 'recent',
  type,
  search = '',
  after = '',
}: { tab?: BoardTab; type?: PostType | undefined; search?: string; after?: string } = {}): string {
  const query = new URLSearchParams()
  if (tab !== 'recent') query.set('tab', tab)
  if (type) query.set('type', type)
  if (search) query.set('search', search)
  if (after) query.set('after', after)
  return BOARD + (query.size ? `?${query}` : '')
}

export function postHref(id: number): string {
  return `${BOARD}/${id}`
}

/** Anchor of the note on a post's page that it is in review or removed. */
export const STATE_NOTE_ID = 'review'

/** The page of a post pending review, at the note about it. */
export function pendingPostHref(id: number): string {
  return `${postHref(id)}#${STATE_NOTE_ID}`
}

/** Whether an address is one of `pendingPostHref`. */
export function isPendingPostHref(address: string | null): boolean {
  return address?.endsWith(`#${STATE_NOTE_ID}`) ?? false
}

/** Link to the form of a new post, with its game and type if given. */
export function newPostHref({ game, type }: { game?: string; type?: PostType } = {}): string {
  const query = new URLSearchParams({ ...(game && { game }), ...(type && { type }) })
  return `${BOARD}/new${query.size ? `?${query}` : ''}`
}

export function postEditHref(id: number): string {
  return `${postHref(id)}/edit`
}

/** Link to the comments below a post, after an id if given. */
export function commentsHref(postId: number, after = 0): string {
  return `${postHref(postId)}${after ? `?after=${after}` : ''}#comments`
}

/** Link that redirects to a comment on the page of its post. */
export function commentHref(id: number): string {
  return `/comments/${id}`
}

/** Path of the endpoint that marks and unmarks a comment as the answer. */
export function answerHref(id: number): string {
  return `${commentHref(id)}/answer`
}

/** Anchor of a comment on its post's page. */
export function commentAnchor(id: number): string {
  return `comment-${id}`
}

export function commentDraftOf(postId: number | string): string {
  return `comment:${postId}`
}

export function commentEditDraftOf(id: number | string): string {
  return `comment-edit:${id}`
}
