import type * as accounts from '../db/schema/accounts.server.ts'
import type { blogDrafts } from '../db/schema/blog.server.ts'
import type * as community from '../db/schema/community.server.ts'
import type * as credits from '../db/schema/credits.server.ts'
import type * as games from '../db/schema/games.server.ts'
import type { messages } from '../db/schema/messages.server.ts'
import type { auditLog } from '../db/schema/operators.server.ts'
import type { wishlistEntries } from '../db/schema/wishlist.server.ts'

/**
 * What this software stores about people, as the privacy policy lists it (docs/product.md, Texts of the site). It is
 * code and not Markdown because it depends on the code, not on an operator's choice: tests compare it with all columns
 * of tables that reference players. For data in browsers see kept-in-browser.ts.
 */

/** Tables that reference players, and `players`. */
type Tables = Pick<typeof accounts, 'players' | 'credentials' | 'sessions'> &
  Pick<typeof community, 'posts' | 'comments' | 'postLikes' | 'notifications' | 'playerBlocks' | 'reports'> &
  Pick<
    typeof credits,
    'playSessions' | 'playDays' | 'gamePlayTimes' | 'signInDays' | 'creditAwards' | 'creditBalances'
  > &
  Pick<typeof games, 'gameReactions' | 'gameShares' | 'recentGames'> & {
    wishlistEntries: typeof wishlistEntries
    auditLog: typeof auditLog
    messages: typeof messages
    blogDrafts: typeof blogDrafts
  }

/**
 * The title of each table for players, and a description of each column. Without `until` a row is stored as long as the
 * account.
 */
type KeptOfPlayers = {
  [Name in keyof Tables]: {
    title: string
    columns: Record<keyof Tables[Name]['$inferSelect'] & string, string>
    until?: string
  }
}

const NUMBER = 'a number of its own'
const WHOSE = 'whose it is'
/** Descriptions that most tables share, which are not repeated for each. */
export const KEPT_OF_EACH = [NUMBER, WHOSE]

const WHEN = 'when it was made'
const CHANGED = 'when it last changed'
const GAME = 'which game'
const POST = 'which post'
const TAKEN_BACK = 'until you withdraw it, or delete the account'
const NO_KEY = 'no key to your Google account: the fields for one stay empty'

export const KEPT_OF_PLAYERS: KeptOfPlayers = {
  players: {
    title: 'Your account',
    columns: {
      id: NUMBER,
      username: 'your username',
      fullName: 'your full name, if you gave one',
      email: 'your email address',
      emailVerified: 'whether you confirmed the address',
      avatar: 'your picture, if you gave one',
      frame: 'the frame that you wear round it',
      ground: 'the ground of your profile card',
      role: 'whether you are an operator',
      showsWishlist: 'whether others see your wishlist',
      showsMostPlayed: 'whether others see the games that you play most',
      wantsMail: 'whether you want news by mail',
      mailedAt: 'when the last of these went out',
      suspendedUntil: 'until when it is suspended, if it is',
      suspendedWhy: 'and why',
      createdAt: 'when you joined',
      updatedAt: CHANGED,
    },
  },
  credentials: {
    title: 'How you sign in',
    columns: {
      id: NUMBER,
      playerId: WHOSE,
      providerId: 'by password or by Google',
      accountId: 'your number at Google, if you sign in there',
      accessToken: NO_KEY,
      refreshToken: NO_KEY,
      idToken: NO_KEY,
      accessTokenExpiresAt: NO_KEY,
      refreshTokenExpiresAt: NO_KEY,
      scope: NO_KEY,
      password: 'a hash of your password that cannot be turned back (argon2id)',
      createdAt: WHEN,
      updatedAt: CHANGED,
    },
  },
  sessions: {
    title: 'Where you are signed in',
    until: 'until 30 days after you last used it, or until it ends',
    columns: {
      id: NUMBER,
      token: 'the secret that your cookie holds too',
      playerId: WHOSE,
      ipAddress: 'no address: the field for it stays empty',
      userAgent: 'what your browser calls itself, so that you can tell your devices apart',
      createdAt: 'when you signed in',
      updatedAt: 'when you last used it',
      expiresAt: 'when it ends',
    },
  },
  wishlistEntries: {
    title: 'Your wishlist',
    until: TAKEN_BACK,
    columns: { id: NUMBER, playerId: WHOSE, gameId: GAME, createdAt: 'when you added it' },
  },
  gameReactions: {
    title: 'Games that you like or dislike',
    until: TAKEN_BACK,
    columns: { playerId: WHOSE, gameId: GAME, reaction: 'like or dislike', createdAt: WHEN },
  },
  gameShares: {
    title: 'Games that you shared',
    columns: { playerId: WHOSE, gameId: GAME, createdAt: 'when you first shared it' },
  },
  recentGames: {
    title: 'The 100 games that you played last',
    until: 'until you clear them, or delete the account',
    columns: { playerId: WHOSE, gameId: GAME, playedAt: 'when you last opened it' },
  },
  playSessions: {
    title: 'The game that you are playing',
    until: 'until you play another',
    columns: {
      id: NUMBER,
      playerId: WHOSE,
      gameId: GAME,
      startedAt: 'since when',
      beatAt: 'when we last heard of it',
    },
  },
  playDays: {
    title: 'How long you played',
    columns: { playerId: WHOSE, day: 'the day', seconds: 'how many seconds, all games together' },
  },
  gamePlayTimes: {
    title: 'How long you played each game',
    columns: { playerId: WHOSE, gameId: GAME, seconds: 'how many seconds' },
  },
  signInDays: {
    title: 'The days of your visits, for the streak',
    columns: { playerId: WHOSE, day: 'the day', isStreakFreeze: 'whether a streak freeze was used for it' },
  },
  creditAwards: {
    title: 'The history of your credits, and what you bought for them',
    columns: {
      id: NUMBER,
      playerId: WHOSE,
      activityType: 'what for',
      credits: 'how many',
      metadata: 'which game, post or comment, how long a streak, or what you bought',
      key: 'a word that makes it happen once',
      createdAt: 'when',
    },
  },
  creditBalances: {
    title: 'Your credits',
    columns: { playerId: WHOSE, total: 'their sum' },
  },
  posts: {
    title: 'Your posts',
    until: 'until you delete them or the account',
    columns: {
      id: NUMBER,
      playerId: WHOSE,
      title: 'title',
      content: 'text',
      type: 'type',
      tags: 'tags',
      redirectUrl: 'a link',
      redirectTitle: 'and its title',
      mediaUrl: 'a picture',
      mediaWidth: 'its width',
      mediaHeight: 'and height',
      gameId: 'the game that it is about',
      state: 'whether it is public, pending review or removed',
      stateWhy: 'and why',
      createdAt: 'when you wrote it',
      editedAt: 'when you changed it',
    },
  },
  comments: {
    title: 'Your comments',
    until: 'until you delete them or the account, or someone deletes the post',
    columns: {
      id: NUMBER,
      postId: POST,
      playerId: WHOSE,
      content: 'text',
      state: 'whether it is public, pending review or removed',
      stateWhy: 'and why',
      createdAt: 'when you wrote it',
      editedAt: 'when you changed it',
    },
  },
  postLikes: {
    title: 'Posts that you like',
    until: TAKEN_BACK,
    columns: { postId: POST, playerId: WHOSE, createdAt: 'since when' },
  },
  notifications: {
    title: 'Your notifications',
    until: 'until 90 days after you read them',
    columns: {
      id: NUMBER,
      playerId: WHOSE,
      kind: 'a comment, likes, an answer or a decision',
      postId: POST,
      commentId: 'which comment',
      actorId: 'who commented, marked the answer, or liked last',
      times: 'how many likes',
      words: 'what was decided and why',
      createdAt: 'when',
      readAt: 'when you read it',
    },
  },
  playerBlocks: {
    title: 'Players that you blocked, and who blocked you',
    until: 'until the player is unblocked, or one of the accounts is deleted',
    columns: { playerId: 'who blocks', blockedId: 'whom', createdAt: 'since when' },
  },
  reports: {
    title: 'Your reports, and reports about you',
    columns: {
      id: NUMBER,
      playerId: 'who reports',
      kind: 'a post, a comment, a player or a picture',
      onId: 'which',
      aboutId: 'whose',
      reason: 'the reason',
      words: 'what was written to it',
      decision: 'what an operator decided',
      createdAt: 'when',
    },
  },
  messages: {
    title: 'What you wrote to us while you were signed in',
    until: 'until two years after it was last answered or closed, or your account is deleted',
    columns: {
      id: NUMBER,
      playerId: WHOSE,
      kind: 'by which form it came',
      category: 'what it is about',
      name: 'the name that you gave',
      email: 'the address that you gave',
      subject: 'its subject',
      content: 'what you wrote',
      rating: 'how you rate the site',
      state: 'whether it was answered',
      createdAt: WHEN,
      dueAt: 'by when we want to answer',
      settledAt: 'when it was last answered or closed',
    },
  },
  blogDrafts: {
    title: 'Versions of blog posts, which operators write',
    until:
      'until the post is deleted, or twenty newer versions are there; without your name once your account is deleted',
    columns: {
      postId: 'which post of the blog',
      revision: 'the number of the version',
      savedBy: 'who saved it',
      savedAt: 'when',
      isPublished: 'whether it was published',
      fields: 'what it says',
    },
  },
  auditLog: {
    title: 'The operators’ audit log',
    until: 'for good',
    columns: {
      id: NUMBER,
      operatorId: 'which operator',
      operatorName: 'the operator’s username at the time',
      act: 'what was done',
      onKind: 'to what kind of thing',
      onId: 'and which',
      why: 'the reason',
      details: 'and details, which name nobody',
      createdAt: 'when',
    },
  },
}
