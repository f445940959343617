import { href } from 'react-router'
import { countOf, cut } from '../lib/text.ts'

/** What players are told, and in which words (docs/product.md, Community). */

export const NEWS_ON_PAGE = 30
/** The bell counts so many; for more it says that there are more. */
export const MOST_ON_BELL = 9

/** What every screen knows of a player's news. */
export type PlayerNews = {
  /** How many are unread, at most one more than the bell counts. */
  unread: number
}

/** One thing that a player is told. */
export type ShownNews = {
  id: number
  kind: 'comment' | 'like' | 'answer' | 'decision'
  /** How many likes became one line. */
  times: number
  /** What was decided, and why. */
  words: string
  /** A text of ISO. */
  at: string
  isRead: boolean
  /** Null where it is about no post. */
  postId: number | null
  commentId: number | null
  /** Who commented, marked the answer, or liked last; null for an operator, who is not named. */
  actor: { username: string; avatar: string | null } | null
  /** The title of the post, or how it begins. */
  about: string
  /** How the comment begins; empty where others do not see it. */
  said: string
}

const WORDS_MAX = 300

/** It as a sentence: 'mara and 3 others liked "Past gate four"'. */
export function describeNews({ kind, times, words, actor, about }: ShownNews): string {
  if (kind === 'decision') return cut(words, WORDS_MAX)
  const post = about ? `"${about}"` : kind === 'answer' ? 'a post' : 'your post'
  if (kind === 'comment') return `${actor?.username ?? 'Somebody'} commented on ${post}`
  if (kind === 'answer') return `${actor?.username ?? 'Somebody'} marked your comment as the answer to ${post}`
  if (!actor) return `${countOf(times, 'player')} liked ${post}`
  return `${actor.username}${times > 1 ? ` and ${countOf(times - 1, 'other')}` : ''} liked ${post}`
}

/** Where it leads: to its comment, or its post; null where it is about neither. */
export function newsHref({ postId, commentId }: Pick<ShownNews, 'postId' | 'commentId'>): string | null {
  if (commentId !== null) return href('/comments/:id', { id: String(commentId) })
  return postId === null ? null : href('/community/:id', { id: String(postId) })
}

/** The page of all news; `after` is the place that it goes on from. */
export function notificationsHref(after?: string | null): string {
  return href('/notifications') + (after ? `?after=${after}` : '')
}

/** What the bell shows; null where nothing is unread. */
export function bellCount(unread: number): string | null {
  if (!unread) return null
  return unread > MOST_ON_BELL ? `${MOST_ON_BELL}+` : String(unread)
}
