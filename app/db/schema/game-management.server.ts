import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { type AgeRating, games, type GameStatus } from './games.server.ts'

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
    /** Visits that ended within ten seconds of the game's start. */
    shortVisits: integer('short_visits').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.gameId, t.day] }), index('game_days_day').on(t.day)],
)

/**
 * Sums of `game_days` over the last seven days, derived hourly, so that the console can sort by them. Every game has a
 * row: `refreshListings` adds it.
 */
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

/**
 * What the console filters all games by, public or not, newest first; derived by `refreshListings`. Deleted games have
 * no labels.
 */
export const gameLabels = pgTable(
  'game_labels',
  {
    /** The slug of a category, `#` and a tag in lower case, or a flag (`labelsOf` in listings.server.ts). */
    label: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Without a foreign key: with some nine labels per game, its check would take most of the time of an import. */
    gameId: integer('game_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.label, t.createdAt, t.gameId] }), index('game_labels_game').on(t.gameId)],
)

/** What a bulk action needs in addition to its games. */
export type BulkOptions = {
  reason?: string
  category?: string
  tag?: string
  field?: string
  /** For publishing: games that a rule of a feed holds for review are left out. */
  leavesOutRuled?: boolean
  /** For applying a feed's rule: its name, and the other values that it sets. */
  rule?: string
  status?: Extract<GameStatus, 'pending' | 'published' | 'hidden'>
  ageRating?: AgeRating
}

/**
 * A bulk action of an operator on many games. It can be undone for ten minutes. Its entry in the audit log names the
 * operator: kind `games`, and this id.
 */
export const bulkActions = pgTable(
  'bulk_actions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** A `BulkAction`. */
    action: text().notNull(),
    options: jsonb().$type<BulkOptions>().notNull(),
    /** The filter of `/admin/games` that selects its games; null if they were picked one by one. */
    query: text(),
    /** The number of selected games. */
    games: integer().notNull(),
    /** The last game processed, by id, and the number processed and changed so far. */
    position: integer().notNull().default(0),
    done: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
    undoStartedAt: timestamp('undo_started_at', { withTimezone: true }),
    undoPosition: integer('undo_position').notNull().default(0),
    /** The number of games restored, and skipped because an operator edited them since. */
    restored: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    undoneAt: timestamp('undone_at', { withTimezone: true }),
    /** When its job failed for the last time; null while it runs. */
    stoppedAt: timestamp('stopped_at', { withTimezone: true }),
    /** When the operator closed the notice about the action above the table of games. */
    dismissedAt: timestamp('dismissed_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('bulk_actions_newest').on(t.createdAt.desc().nullsFirst())],
)

/** What a bulk action changes in a game, as it was before. */
export type BulkBefore = {
  status?: { status: GameStatus; reason: string; at: string }
  featured?: boolean
  ageRating?: AgeRating | null
  /** Each changed field, and whether an operator had set it. */
  fields?: { [Field in string]: { value: unknown; isSet: boolean } }
}

/** The games of a bulk action, stored for 90 days for its undo and for the history of each game. */
export const bulkActionGames = pgTable(
  'bulk_action_games',
  {
    actionId: integer('action_id')
      .notNull()
      .references(() => bulkActions.id, { onDelete: 'cascade' }),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    /** Null until the game is processed, and if it needed no change. */
    before: jsonb().$type<BulkBefore>(),
  },
  (t) => [primaryKey({ columns: [t.actionId, t.gameId] }), index('bulk_action_games_game').on(t.gameId)],
)

/** A filter of the console's list of games that an operator saved under a name. */
export const savedViews = pgTable('saved_views', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
  /** The query of `/admin/games`. */
  query: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true })
    .notNull()
    .default(sql`now()`),
})
