import { listOf } from '../lib/text.ts'

/**
 * What is kept of a player and goes with the account (docs/decisions/009-what-a-deleted-account-leaves.md), by its section in
 * what they can download (player-data.server.ts): in words that follow "your".
 */
const GOING = {
  profile: 'username, email address, full name, picture',
  signInMethods: 'ways to sign in',
  sessions: 'sessions',
  wishlist: 'wishlist',
  reactions: 'likes and dislikes',
  shares: 'games shared',
  recentlyPlayed: 'games played',
  playing: 'games played',
  credits: 'credits',
  creditHistory: 'credits and what you bought for them',
  signInDays: 'days of your visits',
  playDays: 'play time',
  playTimes: 'play time',
  posts: 'posts, with what others said below them',
  comments: 'comments',
  likedPosts: 'likes of posts',
  notifications: 'notifications',
  blockedPlayers: 'list of players that you blocked',
  reports: 'reports',
  messages: 'messages to us, with what we answered',
}

/** The acts of operators stay, and what they wrote of the blog. */
export type Section = keyof typeof GOING | 'operatorActs' | 'actsOnAccount' | 'blogDrafts'

/** All of that, for the form that deletes the account; the privacy policy names each column of it (app/pages/what-is-kept.ts). */
export const WHAT_GOES = listOf([...new Set(Object.values(GOING))])

/** What of a player stays, for both: a sentence each. */
export const WHAT_STAYS = [
  'The log of what operators did stays, and what they answered or noted on the messages of others; your name is in it only if you were one.',
  'What you wrote of the blog as an operator stays without your name.',
]
