import { href } from 'react-router'
import { usernameRule } from '../accounts/account-rules.ts'
import { playerHref } from '../accounts/player-href.ts'
import { formatCount } from '../lib/text.ts'

/** A player as other players see them, without the email address and id (docs/product.md#profiles). */
export type Profile = {
  username: string
  fullName: string
  avatar: string | null
  /** Ids of the shop items that the player wears: the avatar's frame and the card's background. */
  frame: string | null
  background: string | null
  /** An ISO string. */
  joinedAt: string
  /** The number of public posts, and the likes and comments that they received. */
  posts: number
  likes: number
  comments: number
  credits: number
  showsWishlist: boolean
  showsMostPlayed: boolean
  viewer: 'visitor' | 'self' | 'other'
  /** Whether the viewer has blocked this player. */
  isBlocked: boolean
}

/** Public profiles: limits, texts and links. */

export const PROFILE_TABS = ['posts', 'wishlist', 'played'] as const
export type ProfileTab = (typeof PROFILE_TABS)[number]

export const TAB_LABELS: Readonly<Record<ProfileTab, string>> = {
  posts: 'Posts',
  wishlist: 'Wishlist',
  played: 'Most played',
}

/** The maximum number of items in each tab of the page, and in a tab of the dialog. */
export const POSTS_OF_PLAYER = 20
export const WISHES_OF_PLAYER = 24
export const PLAYED_OF_PLAYER = 12
export const IN_DIALOG = 6

export const MAX_BLOCKS = 1000

export const NO_PLAYER = 'This player doesn’t exist.'

export const BLOCK_WORDS =
  'You will not see their posts and comments, and they will not see yours. They are not notified. ' +
  'Nothing changes for anyone else, and you can unblock them at any time.'

export const BLOCK_MESSAGES = {
  failed: 'The change failed',
  yourself: 'You cannot block yourself.',
  full: `You have blocked ${formatCount(MAX_BLOCKS)} players, which is the maximum. Unblock another first.`,
} as const

/** Whether a text has the format of a username. */
export function isUsername(text: string): boolean {
  return usernameRule.safeParse(text).success
}

/**
 * Returns the link to a profile in a given state. Omits parameters that have their default value. `confirmsBlock` opens
 * the confirmation for blocking the player.
 */
export function profileHref(
  username: string,
  { tab = 'posts', after, page = 1, confirmsBlock = false }: ProfileState = {},
): string {
  const query = new URLSearchParams()
  if (tab !== 'posts') query.set('tab', tab)
  if (after) query.set('after', String(after))
  if (page > 1) query.set('page', String(page))
  if (confirmsBlock) query.set('asks', 'block')
  return playerHref(username) + (query.size ? `?${query}` : '')
}

type ProfileState = { tab?: ProfileTab; after?: number | null; page?: number; confirmsBlock?: boolean }

/** Returns the path of the JSON for a player's dialog. */
export function cardHref(username: string): string {
  return href('/players/:username/card', { username })
}

/** Returns the path of the endpoint that blocks and unblocks a player. */
export function blockHref(username: string): string {
  return href('/players/:username/block', { username })
}

/**
 * Whether a viewer may see the wishlist. The owner always may; others may if the owner shows it and they have not
 * blocked the owner.
 */
export function isWishlistSeen({
  showsWishlist,
  viewer,
  isBlocked,
}: Pick<Profile, 'showsWishlist' | 'viewer' | 'isBlocked'>): boolean {
  return viewer === 'self' || (showsWishlist && !isBlocked)
}

/**
 * Whether a viewer may see the most played games. The owner always may; others may if the owner shows them and they
 * have not blocked the owner.
 */
export function isMostPlayedSeen({
  showsMostPlayed,
  viewer,
  isBlocked,
}: Pick<Profile, 'showsMostPlayed' | 'viewer' | 'isBlocked'>): boolean {
  return viewer === 'self' || (showsMostPlayed && !isBlocked)
}

/** Returns the tabs of a profile. Omits the most played games if the viewer may not see them. */
export function tabsOf(profile: Profile): ProfileTab[] {
  return PROFILE_TABS.filter((tab) => tab !== 'played' || isMostPlayedSeen(profile))
}
