import type { BoardTab, PostType } from './post-rules.ts'

const BOARD = '/community'

/** Returns the path of the board with a tab, type, search and cursor. Defaults are omitted. */
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

/** Anchor of the note on a post's page that the post is pending review or removed. */
export const STATE_NOTE_ID = 'review'

/** Returns the path of a pending post's page, at the note about its state. */
export function pendingPostHref(id: number): string {
  return `${postHref(id)}#${STATE_NOTE_ID}`
}

/** Whether a path is one that `pendingPostHref` returns. */
export function isPendingPostHref(address: string | null): boolean {
  return address?.endsWith(`#${STATE_NOTE_ID}`) ?? false
}

/** Returns the path of the form for a new post, with a game and a type if given. */
export function newPostHref({ game, type }: { game?: string; type?: PostType } = {}): string {
  const query = new URLSearchParams({ ...(game && { game }), ...(type && { type }) })
  return `${BOARD}/new${query.size ? `?${query}` : ''}`
}

export function postEditHref(id: number): string {
  return `${postHref(id)}/edit`
}

/** Returns the path of the comments below a post, after a comment's id if given. */
export function commentsHref(postId: number, after = 0): string {
  return `${postHref(postId)}${after ? `?after=${after}` : ''}#comments`
}

/** Returns the path that redirects to a comment on the page of its post. */
export function commentHref(id: number): string {
  return `/comments/${id}`
}

/** Returns the path of the endpoint that marks and unmarks a comment as the answer. */
export function answerHref(id: number): string {
  return `${commentHref(id)}/answer`
}

/** Returns the anchor of a comment on its post's page. */
export function commentAnchor(id: number): string {
  return `comment-${id}`
}

export function commentDraftOf(postId: number | string): string {
  return `comment:${postId}`
}

export function commentEditDraftOf(id: number | string): string {
  return `comment-edit:${id}`
}
