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
 * The ledger: every award, and every award taken back and everything bought as a row of its own below zero (docs/product.md, Credits
 * and Shop). What a player owns is what they bought.
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
    /** Makes it happen once: `login:2026-11-21`. */
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

/** The sum of a player's awards, kept in the transaction of each; its row is the lock that caps are counted under. */
export const creditBalances = pgTable('credit_balances', {
  playerId: uuid('player_id')
    .primaryKey()
    .references(() => players.id, { onDelete: 'cascade' }),
  total: integer().notNull().default(0),
})

/** The UTC days on which a player was signed in, and those that a day's rest stands in for: what streaks are made of. */
export const signInDays = pgTable(
  'sign_in_days',
  {
    playerId: uuid('player_id')
      .notNull()
      .references(() => players.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    isRest: boolean('is_rest').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.playerId, t.day] })],
)

/** The one game that a player is playing just now: a second one takes the place of the first. */
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
  // No index has the seconds: every beat changes them.
  (t) => [primaryKey({ columns: [t.playerId, t.gameId] }), index('game_play_times_game').on(t.gameId)],
)
