/** What earns credits (docs/product.md, Credits). */
export type Activity = 'login' | 'play' | 'post' | 'comment' | 'answer' | 'share' | 'streak' | 'spin'

export const LOGIN_CREDITS = 10
export const MINUTE_CREDITS = 1
export const ANSWER_CREDITS = 20
export const SHARE_CREDITS = 20
export const STREAK_CREDITS = 30

/** What a day's rest costs, and how many a player keeps at most (docs/product.md, Streak). */
export const REST_PRICE = 60
export const RESTS_KEPT_AT_MOST = 2

/** Minutes that earn on one UTC day. */
export const MINUTES_A_DAY = 30

/** How many awards of an activity a player gets on one UTC day at most. The ledger holds every award to it. */
export const AWARDS_A_DAY: { readonly [activity in Activity]?: number } = {
  play: MINUTES_A_DAY,
  share: 3,
  post: 5,
  comment: 20,
  answer: 5,
}

/** What the daily wheel shows, from the top clockwise: each segment is as large and as likely as any other. */
export const WHEEL = [10, 25, 5, 40, 15, 30, 20, 50] as const

/** Seconds between two beats of a game that is being played. */
export const BEAT_S = 30

/** Seconds without a beat that still count: a beat that comes late, but not one that was lost. More is a gap. */
export const BEAT_LIMIT_S = 45

/** What a post earns (docs/product.md, Credits). `length` is that of its content. */
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

/** What a comment earns (docs/product.md, Credits). */
export function commentCredits({ length }: { length: number }): number {
  return 20 + (length > 100 ? 5 : 0) + (length > 200 ? 10 : 0)
}

/** Days until the streak earns again; seven on a day on which it did. */
export function daysToBonus(streak: number): number {
  return STREAK_DAYS - (streak % STREAK_DAYS)
}

/** What the next day's visit earns, where it is the one after a streak of so many days. */
export function nextVisitCredits(streak: number): number {
  return LOGIN_CREDITS + (earnsBonus(streak + 1) ? STREAK_CREDITS : 0)
}

export function earnsBonus(streak: number): boolean {
  return streak > 0 && streak % STREAK_DAYS === 0
}

/** Keys of the ledger, for what happens once a UTC day, and for what is written. */
export const loginKey = (day: string): string => `login:${day}`
export const streakKey = (day: string): string => `streak:${day}`
export const spinKey = (day: string): string => `spin:${day}`
export const postKey = (postId: number): string => `post:${postId}`
export const commentKey = (commentId: number): string => `comment:${commentId}`
export const answerKey = (postId: number): string => `answer:${postId}`
export const shareKey = (day: string, gameId: number): string => `share:${day}:${gameId}`
export const boughtKey = (item: string): string => `buy:${item}`
/** How the keys of all days' rest begin; the number of each follows. */
export const REST_KEY = boughtKey('rest-')

/** What the bulbs of a streak show. */

/** Each so many days in a row with a sign-in earn the streak's credits. */
export const STREAK_DAYS = 7

/** How many of the seven bulbs a streak lights: all of them on its seventh day, one on its eighth. */
export function streakLit(streak: number): number {
  return streak < 1 ? 0 : ((streak - 1) % STREAK_DAYS) + 1
}
