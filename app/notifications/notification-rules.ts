import { href } from 'react-router'
import { playerHref } from '../accounts/player-href.ts'
import type { NOTIFICATION_KINDS } from '../db/schema/notifications.server.ts'
import { countOf, cut } from '../lib/text.ts'

/** Notifications: limits, texts and links (docs/product.md#notifications). */

export const NOTIFICATIONS_PER_PAGE = 30
/** The highest number on the bell; above it the bell shows a plus sign. */
export const MAX_ON_BELL = 9

/** What every page loads about a player's notifications. */
export type PlayerNotifications = {
  /** The number of unread ones, at most MAX_ON_BELL + 1. */
  unread: number
}

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** A notification as pages show it. */
export type ShownNotification = {
  id: number
  kind: NotificationKind
  /** The number of likes in this line. */
  times: number
  /** For a decision: what an operator decided and why. */
  words: string
  /** An ISO string. */
  at: string
  isRead: boolean
  /** Null if it is not about a post. */
  postId: number | null
  commentId: number | null
  /**
   * The player who commented, marked the answer, or liked last. Null for a decision, since operators are not named, and
   * for likes after a block.
   */
  actor: { username: string; avatar: string | null } | null
  /** The title of the post, or the beginning of its text; empty if the recipient may not read it. */
  about: string
  /** The beginning of the comment; empty if the recipient may not read it. */
  excerpt: string
}

const WORDS_MAX = 300

/** The sentence of each kind, such as 'mara and 3 others liked "Past gate four"'. */
const SENTENCES: Readonly<Record<NotificationKind, (shown: ShownNotification) => string>> = {
  comment: (shown) => `${actorOf(shown)} commented on ${postOf(shown)}`,
  answer: (shown) => `${actorOf(shown)} marked your comment as the answer to ${postOf(shown, 'a post')}`,
  like: (shown) => `${likersOf(shown)} liked ${postOf(shown)}`,
  decision: ({ words }) => cut(words, WORDS_MAX),
}

/** Returns a notification as a sentence. */
export function describeNotification(shown: ShownNotification): string {
  // A node of the next release may have written a kind that this one does not know.
  return SENTENCES[shown.kind]?.(shown) ?? `${actorOf(shown)} did something that concerns you`
}

const actorOf = ({ actor }: ShownNotification) => actor?.username ?? 'Somebody'

const postOf = ({ about }: ShownNotification, untitled = 'your post') => (about ? `"${about}"` : untitled)

function likersOf({ actor, times }: ShownNotification): string {
  if (!actor) return countOf(times, 'player')
  return `${actor.username}${times > 1 ? ` and ${countOf(times - 1, 'other')}` : ''}`
}

/** Returns the link to its comment or post, else to the player who acted, or null if it is about neither. */
export function notificationHref({
  postId,
  commentId,
  actor,
}: Pick<ShownNotification, 'postId' | 'commentId' | 'actor'>): string | null {
  if (commentId !== null) return href('/comments/:id', { id: String(commentId) })
  if (postId !== null) return href('/community/:id', { id: String(postId) })
  return actor && playerHref(actor.username)
}

/** Link to the notifications page; `after` is its cursor. */
export function notificationsHref(after?: string | null): string {
  return href('/notifications') + (after ? `?after=${after}` : '')
}

/** Returns the text of the bell, or null if nothing is unread. */
export function bellCount(unread: number): string | null {
  if (!unread) return null
  return unread > MAX_ON_BELL ? `${MAX_ON_BELL}+` : String(unread)
}
