import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { players } from './accounts.server.ts'
import { games, type GameStatus } from './games.server.ts'

/**
 * A field of a game that an operator has set. `games` holds the operator's value, which lists and pages show; the
 * feed's value waits here and is updated by each import, until the field is reset.
 */
export const gameOverrides = pgTable(
  'game_overrides',
  {
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    /** A column of `games` (`OVERRIDABLE`). */
    field: text().notNull(),
    feedValue: jsonb('feed_value'),
    setAt: timestamp('set_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.gameId, t.field] })],
)

/** Former slugs of games: their addresses redirect for ever, and no other game gets them. */
export const formerSlugs = pgTable(
  'former_slugs',
  {
    slug: text().primaryKey(),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
  },
  (t) => [index('former_slugs_game').on(t.gameId)],
)

/** Plays and failed starts of a game on a UTC day. */
export const gameDays = pgTable(
  'game_days',
  {
    day: date().notNull(),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    plays: integer().notNull().default(0),
    failures: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.gameId, t.day] }), index('game_days_day').on(t.day)],
)

/** Sums of `game_days` over the last seven days, derived hourly, so that the console can sort by them. */
export const gameWeeks = pgTable(
  'game_weeks',
  {
    gameId: integer('game_id')
      .primaryKey()
      .references(() => games.id, { onDelete: 'cascade' }),
    plays: integer().notNull(),
    failures: integer().notNull(),
  },
  (t) => [
    index('game_weeks_plays').on(t.plays.desc().nullsFirst(), t.gameId.desc().nullsFirst()),
    index('game_weeks_failures').on(t.failures.desc().nullsFirst(), t.gameId.desc().nullsFirst()),
  ],
)

/** What a bulk action changed in a game, to undo it. */
export type BulkBefore = { status: GameStatus; statusReason: string; [column: string]: unknown }

/** A bulk action of an operator on many games. It can be undone for ten minutes. */
export const bulkActions = pgTable(
  'bulk_actions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    operatorId: uuid('operator_id').references(() => players.id, { onDelete: 'set null' }),
    /** What was done, for the console: `hide`, `publish`, `feature` and so on. */
    action: text().notNull(),
    /** The number of games to change, and changed so far. */
    games: integer().notNull().default(0),
    done: integer().notNull().default(0),
    isUndone: boolean('is_undone').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (t) => [
    index('bulk_actions_newest').on(t.createdAt.desc().nullsFirst()),
    index('bulk_actions_operator').on(t.operatorId),
  ],
)

/** The games of a bulk action as they were before it. */
export const bulkActionGames = pgTable(
  'bulk_action_games',
  {
    actionId: integer('action_id')
      .notNull()
      .references(() => bulkActions.id, { onDelete: 'cascade' }),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    before: jsonb().$type<BulkBefore>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.actionId, t.gameId] }), index('bulk_action_games_game').on(t.gameId)],
)

/** A filter of the console's list of games that an operator saved under a name. */
export const savedViews = pgTable('saved_views', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  /** The query of `/admin/games`. */
  query: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true })
    .notNull()
    .default(sql`now()`),
})
