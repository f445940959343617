import { boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { games } from './games.server.ts'

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

/** `works`: it responds and may be framed. `unknown`: no clear answer, for example a timeout. */
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
    /** The evidence, one line for operators. */
    detail: text().notNull().default(''),
    /** Consecutive checks with the same outcome. */
    times: integer().notNull().default(0),
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }).notNull().defaultNow(),
    /** Since when the game is suspect or quarantined; null if it is neither. */
    suspectAt: timestamp('suspect_at', { withTimezone: true }),
    /** When an operator dismissed the warning: evidence before that no longer counts. */
    dismissedAt: timestamp('dismissed_at', { withTimezone: true }),
  },
  (t) => [
    index('game_health_next').on(t.nextCheckAt),
    index('game_health_suspect').on(t.suspectAt.desc().nullsFirst(), t.gameId),
    index('game_health_host').on(t.host),
  ],
)

/** Hosts of games that failed as a whole, so that no game is quarantined for that alone. */
export const gameHosts = pgTable('game_hosts', {
  host: text().primaryKey(),
  isDown: boolean('is_down').notNull().default(false),
  checkedAt: timestamp('checked_at', { withTimezone: true }).notNull().defaultNow(),
  downSince: timestamp('down_since', { withTimezone: true }),
  detail: text().notNull().default(''),
})
