import { href } from 'react-router'
import { playerHref } from '../accounts/player-href.ts'
import type { NOTIFICATION_KINDS } from '../db/schema/notifications.server.ts'
import { countOf, cut } from '../lib/text.ts'

/** Notifications: limits, texts and links (docs/product.md#notifications). */

export const NOTIFICATIONS_PER_PAGE = 30
/** The highest number on the bell. Above it, the bell shows a plus sign. */
export const MAX_ON_BELL = 9

/** The data about a player's notifications that every page loads. */
export type PlayerNotifications = {
  /** The number of unread notifications, at most MAX_ON_BELL + 1. */
  unread: number
}

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** A notification in the form that pages show. */
export type ShownNotification = {
  id: number
  kind: NotificationKind
  /** The number of likes that the notification counts. */
  times: number
  /** For a decision: its text, with the operator's reason. */
  words: string
  /** An ISO string. */
  at: string
  isRead: boolean
  /** Null if the notification is not about a post. */
  postId: number | null
  commentId: number | null
  /**
   * The player who commented, marked the answer, or liked the post last. Null for a decision, since operators are not
   * named, and for likes after a block.
   */
  actor: { username: string; avatar: string | null } | null
  /** The title of the post, or the beginning of its text. Empty if the recipient may not read the post. */
  about: string
  /** The beginning of the comment. Empty if the recipient may not read it. */
  excerpt: string
}

const WORDS_MAX = 300

/** The sentence for each kind of notification, such as 'mara and 3 others liked "Past gate four"'. */
const SENTENCES: Readonly<Record<NotificationKind, (shown: ShownNotification) => string>> = {
  comment: (shown) => `${actorOf(shown)} commented on ${postOf(shown)}`,
  answer: (shown) => `${actorOf(shown)} marked your comment as the answer to ${postOf(shown, 'a post')}`,
  like: (shown) => `${likersOf(shown)} liked ${postOf(shown)}`,
  decision: ({ words }) => cut(words, WORDS_MAX),
}

/** Returns the sentence that describes a notification. */
export function describeNotification(shown: ShownNotification): string {
  // A node that already runs the next release may have written a kind that this release does not know.
  return SENTENCES[shown.kind]?.(shown) ?? `${actorOf(shown)} did something that concerns you`
}

const actorOf = ({ actor }: ShownNotification) => actor?.username ?? 'Somebody'

const postOf = ({ about }: ShownNotification, untitled = 'your post') => (about ? `"${about}"` : untitled)

function likersOf({ actor, times }: ShownNotification): string {
  if (!actor) return countOf(times, 'player')
  return `${actor.username}${times > 1 ? ` and ${countOf(times - 1, 'other')}` : ''}`
}

/**
 * Returns the link to the notification's comment or post. If it has neither, returns the link to the player who acted,
 * or null.
 */
export function notificationHref({
  postId,
  commentId,
  actor,
}: Pick<ShownNotification, 'postId' | 'commentId' | 'actor'>): string | null {
  if (commentId !== null) return href('/comments/:id', { id: String(commentId) })
  if (postId !== null) return href('/community/:id', { id: String(postId) })
  return actor && playerHref(actor.username)
}

/** Returns the link to a page of notifications. `after` is the cursor of the page. */
export function notificationsHref(after?: string | null): string {
  return href('/notifications') + (after ? `?after=${after}` : '')
}

/** Returns the number on the bell, or null if there are no unread notifications. */
export function bellCount(unread: number): string | null {
  if (!unread) return null
  return unread > MAX_ON_BELL ? `${MAX_ON_BELL}+` : String(unread)
}
