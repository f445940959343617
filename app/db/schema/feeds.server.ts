import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { type AgeRating, games, type GameStatus } from './games.server.ts'

/** The names of the fields that an operator maps (app/games/import/mapping/). */
export type StoredMapping = { [Field in string]?: string }

/** A provider that an operator has added: a mapping of the fields of its feeds. Built-in providers are code. */
export const feedProviders = pgTable('feed_providers', {
  /** As in `games.provider`. */
  name: text().primaryKey(),
  label: text().notNull(),
  mapping: jsonb().$type<StoredMapping>().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Hosts that an operator has approved for a provider. Those of built-in providers are approved without a row. */
export const providerHosts = pgTable(
  'provider_hosts',
  {
    provider: text().notNull(),
    host: text().notNull(),
    use: text({ enum: ['games', 'pictures'] }).notNull(),
    approvedAt: timestamp('approved_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.host, t.use] })],
)

export const FEED_SCHEDULES = ['off', 'hourly', 'daily', 'weekly'] as const
export type FeedSchedule = (typeof FEED_SCHEDULES)[number]

/** `publish`: new games are public at once. `review`: they are pending. */
export const FEED_MODES = ['publish', 'review'] as const
export type FeedMode = (typeof FEED_MODES)[number]

/** A rule of a feed. It applies to games that match all of its conditions, each with any of its values. */
export type FeedRule = {
  name: string
  when: {
    /** Whole words or phrases in the title, description, categories or tags, ignoring case. */
    words?: string[]
    /** Categories as the feed names them, or ours. */
    categories?: string[]
    tags?: string[]
    hosts?: string[]
    /** Width or height below this number of CSS pixels. */
    smallerThan?: number
    hasNoPicture?: true
    /** Whether the game works on phones. */
    phones?: boolean
  }
  set: { status?: 'pending' | 'published' | 'hidden'; category?: string; ageRating?: AgeRating }
}

/** Where games come from: a saved feed, or a source that only the command `import` has read. */
export const feeds = pgTable(
  'feeds',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull().unique(),
    provider: text().notNull(),
    /** Whether operators manage it. Otherwise it only records what the command has imported. */
    isSaved: boolean('is_saved').notNull().default(true),
    /** An http(s) address; for feeds of the command, the file's name or the address without its query. */
    address: text(),
    /** The uploaded file of a feed without an address. */
    fileKey: text('file_key'),
    fileName: text('file_name'),
    /** The operator's affiliate and publisher ids, by the names of the provider's options. */
    options: jsonb().$type<Record<string, string>>().notNull().default({}),
    schedule: text({ enum: FEED_SCHEDULES }).notNull().default('off'),
    nextRunAt: timestamp('next_run_at', { withTimezone: true }),
    mode: text({ enum: FEED_MODES }).notNull().default('review'),
    rules: jsonb().$type<FeedRule[]>().notNull().default([]),
    /** Whether the rules for gambling, alcohol and adult content apply too. */
    usesDefaultRules: boolean('uses_default_rules').notNull().default(true),
    /** How long a game that is no longer in the feed stays public. */
    delistDays: integer('delist_days').notNull().default(14),
    /** The number of entries of its last complete run; null before the first. */
    completeEntries: integer('complete_entries'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Counted up by each change, so that a second editor notices it. */
    version: integer().notNull().default(1),
  },
  (t) => [
    index('feeds_due')
      .on(t.nextRunAt)
      .where(sql`next_run_at is not null`),
    unique('feeds_source').on(t.provider, t.address),
  ],
)

/** Which feed lists which game, and what it contained about the game last. */
export const feedGames = pgTable(
  'feed_games',
  {
    feedId: integer('feed_id')
      .notNull()
      .references(() => feeds.id, { onDelete: 'cascade' }),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    /**
     * A hash of the game's entry. A later run changes a game only if its own entry has changed, so that two overlapping
     * feeds do not undo each other. Null for games imported before this was recorded.
     */
    entryHash: text('entry_hash'),
    /** The last run that listed it. */
    runId: integer('run_id'),
  },
  (t) => [primaryKey({ columns: [t.feedId, t.gameId] }), index('feed_games_game').on(t.gameId)],
)

/**
 * `reading`: its plan is being made. `planned`: an operator has to apply it. `applying`, `undoing`: its job runs.
 * `discarded`: the plan was not applied. `cancelled` while it was being made or applied.
 */
export const FEED_RUN_STATES = [
  'reading', 'planned', 'applying', 'applied', 'discarded', 'cancelled', 'failed', 'undoing', 'undone',
] as const // prettier-ignore
export type FeedRunState = (typeof FEED_RUN_STATES)[number]

/** The numbers of a plan, by what it would do. */
export type FeedRunCounts = {
  new: number
  changed: number
  unchanged: number
  rejected: number
  delisted: number
  /** Listed again after they were delisted. */
  relisted: number
  duplicates: number
  /** New games that a rule applies to. */
  ruled: number
}

/** A run of a feed: first a plan, then its application, which can be undone. */
export const feedRuns = pgTable(
  'feed_runs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    feedId: integer('feed_id')
      .notNull()
      .references(() => feeds.id, { onDelete: 'cascade' }),
    startedBy: text('started_by', { enum: ['operator', 'schedule', 'command'] }).notNull(),
    state: text({ enum: FEED_RUN_STATES }).notNull().default('reading'),
    /** Asks the job to stop. */
    isCancelled: boolean('is_cancelled').notNull().default(false),
    /** Entries read so far. */
    entries: integer().notNull().default(0),
    /** Whether the feed was read to its last page, without a limit. */
    isComplete: boolean('is_complete').notNull().default(false),
    counts: jsonb().$type<FeedRunCounts>(),
    /**
     * Why games that are no longer in the feed wait for confirmation: it has far fewer entries than before. Null if
     * they do not.
     */
    delistQuestion: text('delist_question'),
    /** The entries applied or undone so far, and how many there are. */
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    /** Entries that the application or undo skipped, since an operator has changed the game meanwhile. */
    skipped: integer().notNull().default(0),
    /** One line, for a failed run. */
    error: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When it last reported progress. */
    activeAt: timestamp('active_at', { withTimezone: true }).notNull().defaultNow(),
    plannedAt: timestamp('planned_at', { withTimezone: true }),
    appliedAt: timestamp('applied_at', { withTimezone: true }),
    undoneAt: timestamp('undone_at', { withTimezone: true }),
  },
  (t) => [
    index('feed_runs_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('feed_runs_feed').on(t.feedId, t.id.desc().nullsFirst()),
  ],
)

export const PLAN_KINDS = ['new', 'changed', 'relisted', 'delisted', 'rejected'] as const
export type PlanKind = (typeof PLAN_KINDS)[number]
/** `overridden`: changed only in fields that an operator has set. Only the feed's values beside them change. */
export const STORED_KINDS = [...PLAN_KINDS, 'overridden'] as const
export type StoredKind = (typeof STORED_KINDS)[number]

/** What a rule of the feed does to a game. */
export type Ruling = { rule: string; status?: GameStatus; category?: string; ageRating?: AgeRating }
/** A game that may be the same: `why` completes "It may be the same game: ". */
export type SuspectedDuplicate = { gameId: number; title: string; why: string }

/** An entry of a plan. Entries that change nothing have no row. */
export const feedRunEntries = pgTable(
  'feed_run_entries',
  {
    runId: integer('run_id')
      .notNull()
      .references(() => feedRuns.id, { onDelete: 'cascade' }),
    /** Its position in the feed from 0; delisted games follow after the last entry. */
    position: integer().notNull(),
    kind: text({ enum: STORED_KINDS }).notNull(),
    gameId: integer('game_id'),
    title: text().notNull(),
    /** The fields of the game by column; for a changed game, only the changed ones. */
    after: jsonb().$type<Record<string, unknown>>(),
    /** The stored values of the changed fields, for the comparison and for the undo. */
    before: jsonb().$type<Record<string, unknown>>(),
    entryHash: text('entry_hash'),
    rulings: jsonb().$type<Ruling[]>(),
    duplicates: jsonb().$type<SuspectedDuplicate[]>(),
    /** Why it was rejected or skipped. */
    reason: text(),
    /** Whether the operator wants it applied. */
    isChosen: boolean('is_chosen').notNull().default(true),
    outcome: text({ enum: ['applied', 'skipped', 'undone', 'not undone'] }),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.position] }),
    index('feed_run_entries_kind').on(t.runId, t.kind, t.position),
    index('feed_run_entries_game').on(t.gameId),
  ],
)

/** A hash of the stored picture of a game, computed by a job, to find the same game from another provider. */
export const pictureHashes = pgTable(
  'picture_hashes',
  {
    gameId: integer('game_id')
      .primaryKey()
      .references(() => games.id, { onDelete: 'cascade' }),
    /** The picture that was hashed. */
    address: text().notNull(),
    hash: text().notNull(),
  },
  (t) => [index('picture_hashes_hash').on(t.hash)],
)
