import { boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { GAME_STATUSES, games } from './games.server.ts'

export const REPORT_REASONS = ['does not load', 'wrong category', 'offensive', 'asks for money', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** Visitors' reports of a game, counted without personal data until an operator dismisses them. */
export const gameReports = pgTable(
  'game_reports',
  {
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    reports: integer().notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.gameId, t.reason] })],
)

/**
 * What happened at an address: a game failed to start, a visit ended at once, or a visitor reported a fault. Plays are
 * marked in the same way, so that problems and plays can be compared by address.
 */
export const PROBLEM_KINDS = ['failure', 'short visit', 'report', 'play'] as const
export type ProblemKind = (typeof PROBLEM_KINDS)[number]

/**
 * When each address last had a problem with a game or played it, so that one visitor counts once. Rows are deleted
 * after at most 30 days. The migration makes the table unlogged.
 */
export const gameProblemMarks = pgTable(
  'game_problem_marks',
  {
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    kind: text({ enum: PROBLEM_KINDS }).notNull(),
    /** A keyed hash of the address and the game, so that it differs from game to game. */
    address: text().notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.gameId, t.kind, t.address] }), index('game_problem_marks_age').on(t.seenAt)],
)

/** `works`: the game responds and may be framed. `unknown`: the result is unclear, for example after a timeout. */
export const CHECK_OUTCOMES = ['works', 'gone', 'framing refused', 'host gone', 'unknown'] as const
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number]

/** The last check of a game's address, and whether the game appears broken. */
export const gameHealth = pgTable(
  'game_health',
  {
    gameId: integer('game_id')
      .primaryKey()
      .references(() => games.id, { onDelete: 'cascade' }),
    /** The host of its address. */
    host: text().notNull(),
    checkedAt: timestamp('checked_at', { withTimezone: true }),
    outcome: text({ enum: CHECK_OUTCOMES }),
    /** One line of evidence for operators. */
    detail: text().notNull().default(''),
    /** Consecutive checks with the same outcome, at least an hour apart. */
    times: integer().notNull().default(0),
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }).notNull().defaultNow(),
    /** When the game became suspect or quarantined; null if it is neither. */
    suspectAt: timestamp('suspect_at', { withTimezone: true }),
    /** The status before the quarantine, which is restored afterwards; null if the game is not quarantined. */
    statusBefore: text('status_before', { enum: GAME_STATUSES }),
    /** When an operator dismissed the warning. Earlier evidence no longer counts. */
    dismissedAt: timestamp('dismissed_at', { withTimezone: true }),
  },
  (t) => [
    index('game_health_next').on(t.nextCheckAt),
    index('game_health_suspect').on(t.suspectAt.desc().nullsFirst(), t.gameId),
    index('game_health_host').on(t.host),
  ],
)

/** Hosts of games. If a host fails as a whole (`isDown`), its games are not quarantined for that reason. */
export const gameHosts = pgTable('game_hosts', {
  host: text().primaryKey(),
  isDown: boolean('is_down').notNull().default(false),
  /** The time of the last request to the host, or of the next one if a check has reserved its turn. */
  checkedAt: timestamp('checked_at', { withTimezone: true }).notNull().defaultNow(),
  downSince: timestamp('down_since', { withTimezone: true }),
  detail: text().notNull().default(''),
})
