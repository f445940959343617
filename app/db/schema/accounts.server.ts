import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** The text that the console's search looks through, exactly as in its index. */
export const PLAYER_WORDS = `lower(username || ' ' || full_name || ' ' || email)`

/** A signed-in person: user and profile in one row. */
export const players = pgTable(
  'players',
  {
    id: uuid().primaryKey().defaultRandom(),
    username: text().notNull(),
    /** Empty if not given. */
    fullName: text('full_name').notNull().default(''),
    /** Lower case. Visible only to the player. */
    email: text().notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** Key of a stored file: `profile_pictures/{id}/{random}.webp`. */
    avatar: text(),
    /** Shop items in use (app/shop/shop-rules.ts): the frame around the picture, the background of the profile card. */
    frame: text(),
    // The column, and the ids of backgrounds (`ground-…`), have an older name: the ledger and URLs contain the ids.
    background: text('ground'),
    role: text({ enum: ['player', 'operator'] })
      .notNull()
      .default('player'),
    /** Whether others see the wishlist on the profile. */
    showsWishlist: boolean('shows_wishlist').notNull().default(true),
    /** Whether others see the most played games on the profile. */
    showsMostPlayed: boolean('shows_most_played').notNull().default(false),
    /** Whether community notifications come by mail, at most once a day. `mailedAt` is the time of the last mail. */
    wantsMail: boolean('wants_mail').notNull().default(false),
    mailedAt: timestamp('mailed_at', { withTimezone: true }),
    /** No sign-in before this time. `suspendedWhy` is the operator's reason. */
    suspendedUntil: timestamp('suspended_until', { withTimezone: true }),
    suspendedWhy: text('suspended_why').notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('players_username').on(sql`lower(${t.username})`),
    index('players_search').using('gin', sql.raw(`${PLAYER_WORDS} gin_trgm_ops`)),
    // The console lists players by date.
    index('players_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()).concurrently(),
    index('players_suspended')
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .concurrently()
      .where(sql`suspended_until is not null`),
    index('players_operators')
      .on(t.id)
      .concurrently()
      .where(sql`role = 'operator'`),
    check('players_role', sql`${t.role} in ('player', 'operator')`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    token: text().notNull().unique(),
    playerId: uuid('player_id')
      .notNull()
      .references(() => players.id, { onDelete: 'cascade' }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** Never written: players' addresses are not stored. */
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When it was last extended by use. */
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('sessions_player').on(t.playerId)],
)

/** A way to sign in: a password (`credential`) or an external account (`google`). */
export const credentials = pgTable(
  'credentials',
  {
    id: uuid().primaryKey().defaultRandom(),
    playerId: uuid('player_id')
      .notNull()
      .references(() => players.id, { onDelete: 'cascade' }),
    providerId: text('provider_id').notNull(),
    accountId: text('account_id').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestamp('access_token_expires_at', { withTimezone: true }),
    refreshTokenExpiresAt: timestamp('refresh_token_expires_at', { withTimezone: true }),
    scope: text(),
    /** argon2id. */
    password: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('credentials_player').on(t.playerId),
    uniqueIndex('credentials_identity').on(t.providerId, t.accountId),
  ],
)

/** Tokens of mails, and of external sign-ins in progress. */
export const verifications = pgTable(
  'verifications',
  {
    id: uuid().primaryKey().defaultRandom(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('verifications_identifier').on(t.identifier)],
)

/** Attempts to sign in and the like, under keyed hashes of the client. The migration makes the table unlogged. */
export const attempts = pgTable('attempts', {
  key: text().primaryKey(),
  count: integer().notNull(),
  endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
})
