import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { players } from './accounts.server.ts'
import { games } from './games.server.ts'

/**
 * The ledger: awards, and both revoked awards and purchases as separate negative rows (docs/product.md#ledger,
 * docs/product.md#shop). A player owns what they bought.
 */
export const creditAwards = pgTable(
  'credit_awards',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    playerId: uuid('player_id')
      .notNull()
      .references(() => players.id, { onDelete: 'cascade' }),
    activityType: text('activity_type').notNull(),
    credits: integer().notNull(),
    metadata: jsonb().$type<Record<string, string | number>>(),
    /** Prevents duplicates, e.g. `login:2026-11-21`. */
    key: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    unique('credit_awards_once').on(t.playerId, t.key),
    index('credit_awards_newest').on(t.playerId, t.createdAt.desc(), t.id.desc()),
    index('credit_awards_bought')
      .on(t.playerId, t.key)
      .where(sql`${t.activityType} = 'shop'`),
  ],
)

/** The sum of a player's awards, updated in the transaction of each. Its row is the lock for counting against caps. */
export const creditBalances = pgTable('credit_balances', {
  playerId: uuid('player_id')
    .primaryKey()
    .references(() => players.id, { onDelete: 'cascade' }),
  total: integer().notNull().default(0),
})

/** UTC days that count for streaks: a player was signed in, or a streak freeze covers the day (`isStreakFreeze`). */
export const signInDays = pgTable(
  'sign_in_days',
  {
    playerId: uuid('player_id')
      .notNull()
      .references(() => players.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    isStreakFreeze: boolean('is_rest').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.playerId, t.day] }),
    // Rows are never deleted, and active players are counted every minute.
    index('sign_in_days_active')
      .on(t.day, t.playerId)
      .concurrently()
      .where(sql`not is_rest`),
  ],
)

/** The one game that a player is playing now. Starting another replaces it. */
export const playSessions = pgTable(
  'play_sessions',
  {
    playerId: uuid('player_id')
      .primaryKey()
      .references(() => players.id, { onDelete: 'cascade' }),
    id: uuid().notNull().defaultRandom(),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
    /** When the server last heard of it. */
    beatAt: timestamp('beat_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('play_sessions_game').on(t.gameId)],
)

/** Seconds played on a UTC day, as the server measured them. */
export const playDays = pgTable(
  'play_days',
  {
    playerId: uuid('player_id')
      .notNull()
      .references(() => players.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    seconds: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.playerId, t.day] })],
)

/** Seconds that a player has played each game, as the server measured them. */
export const gamePlayTimes = pgTable(
  'game_play_times',
  {
    playerId: uuid('player_id')
      .notNull()
      .references(() => players.id, { onDelete: 'cascade' }),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    seconds: integer().notNull().default(0),
  },
  // No index includes the seconds, since every heartbeat changes them.
  (t) => [primaryKey({ columns: [t.playerId, t.gameId] }), index('game_play_times_game').on(t.gameId)],
)
