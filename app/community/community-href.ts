import type { BoardTab, PostType } from './post-rules.ts'

const BOARD = '/community'

/** The board: its tab, type, search and the place that it goes on from; the defaults are left out. */
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

/** The page of a post. */
export function postHref(id: number): string {
  return `${BOARD}/${id}`
}

/** Anchor of the note on a post's page that it is in review or removed. */
export const STATE_NOTE_ID = 'review'

/** The page of a post in review, at the note that says so. */
export function heldPostHref(id: number): string {
  return `${postHref(id)}#${STATE_NOTE_ID}`
}

/** Whether an address is one of `heldPostHref`. */
export function isHeldPostHref(address: string | null): boolean {
  return address?.endsWith(`#${STATE_NOTE_ID}`) ?? false
}

/** Where a post is written; about a game and of a type where they are given. */
export function newPostHref({ game, type }: { game?: string; type?: PostType } = {}): string {
  const query = new URLSearchParams({ ...(game && { game }), ...(type && { type }) })
  return `${BOARD}/new${query.size ? `?${query}` : ''}`
}

/** Where its author changes it. */
export function postEditHref(id: number): string {
  return `${postHref(id)}/edit`
}

/** The comments below a post, those after the one with an id where one is given. */
export function commentsHref(postId: number, after = 0): string {
  return `${postHref(postId)}${after ? `?after=${after}` : ''}#comments`
}

/** A comment in its place below the post. */
export function commentHref(id: number): string {
  return `/comments/${id}`
}

/** Where a comment is marked as the answer to its post, and unmarked. */
export function answerHref(id: number): string {
  return `${commentHref(id)}/answer`
}

/** The name of that place on the page of the post. */
export function commentAnchor(id: number): string {
  return `comment-${id}`
}

/** The public profile of a player. */
export function playerHref(username: string): string {
  return `/players/${encodeURIComponent(username)}`
}

/** The name of the draft of a comment below a post. */
export function commentDraftOf(postId: number | string): string {
  return `comment:${postId}`
}

/** The name of the draft of another text for a comment. */
export function commentEditDraftOf(id: number | string): string {
  return `comment-edit:${id}`
}
