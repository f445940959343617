/** Activities that earn credits (docs/product.md#credits-for-visits-play-and-shares). */
export type Activity = 'login' | 'play' | 'post' | 'comment' | 'answer' | 'share' | 'streak' | 'spin'

export const LOGIN_CREDITS = 10
export const MINUTE_CREDITS = 1
export const ANSWER_CREDITS = 20
export const SHARE_CREDITS = 20
export const STREAK_CREDITS = 30

/** Price of a streak freeze, and how many a player can hold (docs/product.md#streak). */
export const FREEZE_PRICE = 60
export const FREEZES_MAX = 2

/** Minutes of play that earn credits on one UTC day. */
export const MINUTES_A_DAY = 30

/** Maximum awards per activity, player and UTC day. The ledger enforces it on every award. */
export const AWARDS_A_DAY: { readonly [activity in Activity]?: number } = {
  play: MINUTES_A_DAY,
  share: 3,
  post: 5,
  comment: 20,
  answer: 5,
}

/**
 * Credits of the wheel's segments, clockwise from the top. All segments have the same size and the same probability.
 */
export const WHEEL = [10, 25, 5, 40, 15, 30, 20, 50] as const

/** Seconds between the beats of a running game. */
export const BEAT_S = 30

/**
 * The longest time between two beats that counts, in seconds. It allows for a delayed beat, but not for a missing beat.
 */
export const BEAT_LIMIT_S = 45

/**
 * Returns the credits that a post earns (docs/product.md#credits-for-writing). `length` is the length of its content.
 */
export function postCredits(post: {
  length: number
  hasMedia: boolean
  hasTags: boolean
  hasLink: boolean
  type: 'discussion' | 'question' | 'showcase' | 'suggestion'
}): number {
  return (
    30 +
    (post.length > 200 ? 10 : 0) +
    (post.length > 500 ? 20 : 0) +
    (post.hasMedia ? 15 : 0) +
    (post.hasTags ? 5 : 0) +
    (post.hasLink ? 10 : 0) +
    (post.type === 'showcase' ? 10 : 0) +
    (post.type === 'question' ? 5 : 0)
  )
}

/** Returns the credits that a comment earns. */
export function commentCredits({ length }: { length: number }): number {
  return 20 + (length > 100 ? 5 : 0) + (length > 200 ? 10 : 0)
}

/** Returns the days until the next streak bonus, which are seven on a day with a bonus. */
export function daysToBonus(streak: number): number {
  return STREAK_DAYS - (streak % STREAK_DAYS)
}

/** Returns the credits that tomorrow's visit earns after a streak of this many days. */
export function nextVisitCredits(streak: number): number {
  return LOGIN_CREDITS + (earnsBonus(streak + 1) ? STREAK_CREDITS : 0)
}

export function earnsBonus(streak: number): boolean {
  return streak > 0 && streak % STREAK_DAYS === 0
}

/** Keys of the ledger. A `day` is a UTC day. */
export const loginKey = (day: string): string => `login:${day}`
export const streakKey = (day: string): string => `streak:${day}`
export const spinKey = (day: string): string => `spin:${day}`
export const postKey = (postId: number): string => `post:${postId}`
export const commentKey = (commentId: number): string => `comment:${commentId}`
export const answerKey = (postId: number): string => `answer:${postId}`
export const shareKey = (day: string, gameId: number): string => `share:${day}:${gameId}`
export const boughtKey = (item: string): string => `buy:${item}`
/** Prefix of the keys of all streak freezes; the number of the freeze follows. */
export const FREEZE_KEY = boughtKey('rest-')

/** Days in a row with a sign-in that earn the streak bonus. */
export const STREAK_DAYS = 7

/** Returns how many of the seven bulbs are lit for a streak: all on the seventh day, one on the eighth day. */
export function streakLit(streak: number): number {
  return streak < 1 ? 0 : ((streak - 1) % STREAK_DAYS) + 1
}
