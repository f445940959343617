import { sql } from 'drizzle-orm'
import type { players, credentials, sessions } from '../db/schema/accounts.server.ts'
import type { auditLog } from '../db/schema/operators.server.ts'
import { type Entry, single, NUMBER, WHOSE, WHEN, CHANGED } from './entry.server.ts'

const NO_KEY = 'no key to your Google account: the fields for one stay empty'

export const ACCOUNTS_DATA: {
  players: Entry<typeof players>
  credentials: Entry<typeof credentials>
  sessions: Entry<typeof sessions>
  auditLog: Entry<typeof auditLog>
} = {
  players: {
    title: 'Your account',
    columns: {
      id: NUMBER,
      username: 'your username',
      fullName: 'your full name, if you gave one',
      email: 'your email address',
      emailVerified: 'whether you confirmed the address',
      avatar: 'your picture, if you gave one',
      frame: 'the frame that you use around it',
      background: 'the background of your profile card',
      role: 'whether you are an operator',
      showsWishlist: 'whether others see your wishlist',
      showsMostPlayed: 'whether others see the games that you play most',
      wantsMail: 'whether you want notifications by email',
      mailedAt: 'when we last emailed you about notifications',
      suspendedUntil: 'how long your account is suspended, if it is',
      suspendedWhy: 'and why',
      createdAt: 'when you joined',
      updatedAt: CHANGED,
    },
    deleted: 'username, email address, full name, picture',
    download: {
      profile: single(
        (id) => sql`
    select id, username, full_name as "fullName", email, email_verified as "emailVerified",
      '/files/' || avatar as picture, frame, ground as background,
      role, shows_wishlist as "showsWishlist", shows_most_played as "showsMostPlayed", wants_mail as "wantsMail",
      mailed_at as "lastNewsMailedAt",
      suspended_until as "suspendedUntil", suspended_why as "suspendedWhy",
      created_at as "createdAt", updated_at as "updatedAt"
    from players where id = ${id}`,
      ),
    },
  },
  credentials: {
    title: 'How you sign in',
    columns: {
      id: NUMBER,
      playerId: WHOSE,
      providerId: 'whether you use a password or Google',
      accountId: 'your ID at Google, if you sign in with Google',
      accessToken: NO_KEY,
      refreshToken: NO_KEY,
      idToken: NO_KEY,
      accessTokenExpiresAt: NO_KEY,
      refreshTokenExpiresAt: NO_KEY,
      scope: NO_KEY,
      password: 'a hash of your password that cannot be reversed (argon2id)',
      createdAt: WHEN,
      updatedAt: CHANGED,
    },
    deleted: 'ways to sign in',
    download: {
      signInMethods: (id) => sql`
    select case provider_id when 'credential' then 'password' else provider_id end as method,
      created_at as "createdAt", updated_at as "updatedAt"
    from credentials where player_id = ${id} order by created_at, id`,
    },
  },
  sessions: {
    title: 'Where you are signed in',
    until: 'until 30 days after you last used the session, or until it ends',
    columns: {
      id: NUMBER,
      token: 'the secret that is also in your cookie',
      playerId: WHOSE,
      ipAddress: 'no IP address: its field stays empty',
      userAgent: 'how your browser identifies itself, so that you can tell your devices apart',
      createdAt: 'when you signed in',
      updatedAt: 'when you last used it',
      expiresAt: 'when it ends',
    },
    deleted: 'sessions',
    download: {
      sessions: (id) => sql`
    select id, user_agent as browser, created_at as "signedInAt", updated_at as "usedAt", expires_at as "endsAt"
    from sessions where player_id = ${id} order by created_at, id`,
    },
  },
  auditLog: {
    title: 'The operators’ audit log',
    until: 'permanently',
    columns: {
      id: NUMBER,
      operatorId: 'which operator',
      operatorName: 'the operator’s username at the time',
      act: 'what was done',
      onKind: 'the kind of item',
      onId: 'the item',
      why: 'the reason',
      details: 'and details, which name nobody',
      createdAt: 'when',
    },
    remains:
      'The operators’ audit log stays, and so do the operators’ replies and notes on other people’s messages. ' +
      'Your name is there only if you were an operator.',
    download: {
      operatorActs: (id) => sql`
    select act, on_kind as "onKind", why, created_at as "createdAt"
    from operator_acts where operator_id = ${id} order by id`,
      actsOnAccount: (id) => sql`
    select act, why, created_at as "createdAt" from operator_acts
    where on_kind = 'player' and on_id = ${id} order by id`,
    },
  },
}
