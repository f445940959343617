import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { type AgeRating, games, type GameStatus } from './games.server.ts'

/** The names of the fields that an operator maps (app/games/import/mapping/). */
export type StoredMapping = { [Field in string]?: string }

/** A provider that an operator added, with a mapping of its feed fields. Built-in providers are defined in code. */
export const feedProviders = pgTable('feed_providers', {
  /** As in `games.provider`. */
  name: text().primaryKey(),
  label: text().notNull(),
  mapping: jsonb().$type<StoredMapping>().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Hosts that an operator has approved for a provider. The hosts of built-in providers are approved without a row. */
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

/** `publish`: new games become public at once. `review`: new games are pending review. */
export const FEED_MODES = ['publish', 'review'] as const
export type FeedMode = (typeof FEED_MODES)[number]

/** A rule of a feed. A game must match every condition; a condition matches if any of its values does. */
export type FeedRule = {
  name: string
  when: {
    /** Whole words or phrases in the title, description, categories or tags. Case is ignored. */
    words?: string[]
    /** Category names, as the feed or the portal spells them. */
    categories?: string[]
    tags?: string[]
    hosts?: string[]
    /** The width or height is below this number of CSS pixels. */
    smallerThan?: number
    hasNoPicture?: true
    /** Whether the game works on phones. */
    phones?: boolean
  }
  set: { status?: 'pending' | 'published' | 'hidden'; category?: string; ageRating?: AgeRating }
}

/** A source of games: a saved feed, or a source that only the `import` command has read. */
export const feeds = pgTable(
  'feeds',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull().unique(),
    provider: text().notNull(),
    /** Whether operators manage it. Otherwise it only records what the command imported. */
    isSaved: boolean('is_saved').notNull().default(true),
    /** An HTTP(S) address. For feeds of the command, the name of the file, or the address without its query. */
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
    /** How long a game stays public after it has left the feed. */
    delistDays: integer('delist_days').notNull().default(14),
    /** The number of entries in the last complete run; null before the first one. */
    completeEntries: integer('complete_entries'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Incremented by each change, so that a concurrent edit is detected. */
    version: integer().notNull().default(1),
  },
  (t) => [
    index('feeds_due')
      .on(t.nextRunAt)
      .where(sql`next_run_at is not null`),
    unique('feeds_source').on(t.provider, t.address),
  ],
)

/** Which feed lists which game, and a hash of what it last contained about the game. */
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
     * A hash of the game's entry. A later run changes a game only if this feed's entry has changed, so that two
     * overlapping feeds do not undo each other's changes. Null for games imported before hashes were recorded.
     */
    entryHash: text('entry_hash'),
    /** The last run that listed it; null if the feed does not list it, or if this is unknown. */
    runId: integer('run_id'),
  },
  (t) => [primaryKey({ columns: [t.feedId, t.gameId] }), index('feed_games_game').on(t.gameId)],
)

/**
 * `reading`: a job makes the plan. `planned`: an operator has to apply it. `applying`, `undoing`: a job changes games.
 * `discarded`: the plan was not applied. `cancelled`: the run was stopped while its plan was made or applied.
 */
export const FEED_RUN_STATES = [
  'reading', 'planned', 'applying', 'applied', 'discarded', 'cancelled', 'failed', 'undoing', 'undone',
] as const // prettier-ignore
export type FeedRunState = (typeof FEED_RUN_STATES)[number]

/** The numbers of a plan, by kind of change. */
export type FeedRunCounts = {
  new: number
  changed: number
  unchanged: number
  rejected: number
  delisted: number
  /** Games that are listed again after they were delisted. */
  relisted: number
  duplicates: number
  /** New games to which a rule applies. */
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
    /** Tells the job to stop. */
    isCancelled: boolean('is_cancelled').notNull().default(false),
    /** Entries read so far. */
    entries: integer().notNull().default(0),
    /** Whether the feed was read completely, without a limit. */
    isComplete: boolean('is_complete').notNull().default(false),
    counts: jsonb().$type<FeedRunCounts>(),
    /** Why delistings need confirmation: the feed has far fewer entries than before. Null if they need none. */
    delistQuestion: text('delist_question'),
    /** The number of entries applied or undone so far. `total` is the number of all. */
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    /** Entries that the application or undo skipped, for example because an operator had changed the game. */
    skipped: integer().notNull().default(0),
    /** A one-line message for a failed run. */
    error: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When the run last reported progress. */
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
/** `overridden`: differs only in fields that an operator has set. Only the feed's values stored with them change. */
export const STORED_KINDS = [...PLAN_KINDS, 'overridden'] as const
export type StoredKind = (typeof STORED_KINDS)[number]

/** A change that a rule of the feed makes to a game. */
export type Ruling = { rule: string; status?: GameStatus; category?: string; ageRating?: AgeRating }
/** A game that may be a duplicate. `why` completes "It may be the same game: ". */
export type SuspectedDuplicate = { gameId: number; title: string; why: string }

/** An entry of a plan. An entry that changes nothing has no row. */
export const feedRunEntries = pgTable(
  'feed_run_entries',
  {
    runId: integer('run_id')
      .notNull()
      .references(() => feedRuns.id, { onDelete: 'cascade' }),
    /** Its position in the feed, from 0. Delisted games follow the last entry. */
    position: integer().notNull(),
    kind: text({ enum: STORED_KINDS }).notNull(),
    gameId: integer('game_id'),
    title: text().notNull(),
    /** The fields of the game by column. For a changed game, only the changed fields. */
    after: jsonb().$type<Record<string, unknown>>(),
    /** The stored values of the changed fields, for comparison and for the undo. */
    before: jsonb().$type<Record<string, unknown>>(),
    entryHash: text('entry_hash'),
    rulings: jsonb().$type<Ruling[]>(),
    duplicates: jsonb().$type<SuspectedDuplicate[]>(),
    /** Why it was rejected or skipped. */
    reason: text(),
    /** Whether the operator has chosen to apply it. */
    isChosen: boolean('is_chosen').notNull().default(true),
    outcome: text({ enum: ['applied', 'skipped', 'undone', 'not undone'] }),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.position] }),
    index('feed_run_entries_kind').on(t.runId, t.kind, t.position),
    index('feed_run_entries_game').on(t.gameId),
  ],
)

/** A hash of a game's stored picture. A job computes it to find the same game from another provider. */
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
