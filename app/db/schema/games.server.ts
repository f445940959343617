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
} from 'drizzle-orm/pg-core'
import { listed } from '../listed.server.ts'

const LISTED = sql.raw(listed())

export type Control = { keys: string[]; does: string }

/** Every game that can be played, whatever its provider (docs/product.md#games-and-slugs). */
export const games = pgTable(
  'games',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    /** Lower case, for search only. */
    searchTitle: text('search_title')
      .notNull()
      .generatedAlwaysAs(sql`lower(title)`),
    provider: text().notNull(),
    providerGameId: text('provider_game_id').notNull(),
    /** Names from the allowed list, best first. */
    categories: text().array().notNull(),
    rawCategory: text('raw_category'),
    tags: text().array().notNull(),
    description: text().notNull(),
    /** One step or instruction per line. */
    howToPlay: text('how_to_play').notNull(),
    controls: jsonb().$type<Control[]>(),
    platform: text().notNull().default('Web Browser'),
    publishedBy: text('published_by'),
    /** An absolute http(s) address or a path of ours; never markup. A game without one is in no list. */
    url: text(),
    /** 16:9 pictures; the small one is half as wide. */
    imageUrl: text('image_url'),
    imageSmallUrl: text('image_small_url'),
    /** 3:4 pictures, for originals. */
    posterUrl: text('poster_url'),
    posterSmallUrl: text('poster_small_url'),
    /** CSS pixels that the game is made for; null if unknown or implausible. */
    width: integer(),
    height: integer(),
    playsOnPhones: boolean('plays_on_phones'),
    isOriginal: boolean('is_original').notNull().default(false),
    /** Position in its feed. Breaks ties of created_at, since all games of an import have the same time. */
    feedPosition: integer('feed_position').notNull().default(0),
    seoTitle: text('seo_title'),
    seoDescription: text('seo_description'),
    ogTitle: text('og_title'),
    ogDescription: text('og_description'),
    ogImage: text('og_image'),
    canonicalUrl: text('canonical_url'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    unique('games_provider_game').on(t.provider, t.providerGameId),
    index('games_newest').on(t.createdAt.desc().nullsFirst(), t.feedPosition, t.id.desc().nullsFirst()).where(LISTED),
    index('games_originals')
      .on(t.createdAt.desc().nullsFirst(), t.feedPosition, t.id.desc().nullsFirst())
      .where(sql`is_original and ${LISTED}`),
    index('games_own')
      .on(t.createdAt.desc().nullsFirst(), t.feedPosition, t.id.desc().nullsFirst())
      .where(sql`provider = 'own' and ${LISTED}`),
    index('games_titles').on(t.searchTitle, t.id).where(LISTED),
    index('games_prefix_1')
      .on(sql`left(search_title, 1)`, t.createdAt.desc().nullsFirst(), t.feedPosition, t.id.desc().nullsFirst())
      .where(sql`provider <> 'own' and ${LISTED}`),
    index('games_prefix_2')
      .on(sql`left(search_title, 2)`, t.createdAt.desc().nullsFirst(), t.feedPosition, t.id.desc().nullsFirst())
      .where(sql`provider <> 'own' and ${LISTED}`),
    index('games_prefix_3')
      .on(sql`left(search_title, 3)`, t.createdAt.desc().nullsFirst(), t.feedPosition, t.id.desc().nullsFirst())
      .where(sql`provider <> 'own' and ${LISTED}`),
    index('games_prefix_4')
      // Includes the title, so that longer terms need only this index.
      .on(
        sql`left(search_title, 4)`,
        t.createdAt.desc().nullsFirst(),
        t.feedPosition,
        t.id.desc().nullsFirst(),
        t.searchTitle,
      )
      .where(sql`provider <> 'own' and ${LISTED}`),
    index('games_title_places')
      .using('gin', sql`title_places(search_title, id)`)
      .where(sql`provider <> 'own' and ${LISTED}`),
    index('games_words')
      .using('gin', sql`game_words(search_title, categories, tags)`)
      .where(LISTED),
  ],
)

/**
 * Provider pictures that failed to load, and when any node last noticed: a picture's address, or `https://` and the
 * host if it was unreachable. A success deletes its rows, and rows older than a day are ignored
 * (docs/product.md#when-a-poster-is-shown).
 */
export const missingPictures = pgTable('missing_pictures', {
  address: text().primaryKey(),
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull().defaultNow(),
})

/** View and vote counts, separate from `games`, so that counting never rewrites a wide row or its indexes. */
export const gameViews = pgTable(
  'game_views',
  {
    gameId: integer('game_id')
      .primaryKey()
      .references(() => games.id, { onDelete: 'cascade' }),
    views: bigint({ mode: 'number' }).notNull().default(0),
    /** Number of `game_reactions` of each kind, updated in the transaction of each. */
    likes: integer().notNull().default(0),
    dislikes: integer().notNull().default(0),
  },
  (t) => [index('game_views_most').on(t.views.desc().nullsFirst(), t.gameId.desc().nullsFirst())],
)

/** When each visitor was last counted: once in 30 minutes across all nodes. The migration makes it unlogged. */
export const gameViewMarks = pgTable(
  'game_view_marks',
  {
    visitor: text().notNull(),
    gameId: integer('game_id').notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.visitor, t.gameId] }), index('game_view_marks_age').on(t.seenAt)],
)

/**
 * Views of a game by one address on a UTC day (docs/decisions/018). They are limited, however many browsers the address
 * claims to be. The migration makes it unlogged.
 */
export const gameViewDays = pgTable(
  'game_view_days',
  {
    day: date().notNull(),
    /** A keyed hash. */
    address: text().notNull(),
    gameId: integer('game_id').notNull(),
    /** By different visitors, including those that no longer count. */
    views: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.address, t.gameId] })],
)

/**
 * The lists of each category in their two orders, derived from `games` and `game_views` by `refreshListings`. Columns
 * repeat what the orders need, so that the first page of any category is one short index scan.
 */
export const gameCategories = pgTable(
  'game_categories',
  {
    /** The category's slug: car, dress-up, italian-brainrot. */
    category: text().notNull(),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    isOriginal: boolean('is_original').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    feedPosition: integer('feed_position').notNull(),
    views: bigint({ mode: 'number' }).notNull(),
    /** `search_title` of the game. */
    title: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.gameId, t.category] }),
    index('game_categories_newest').on(
      t.category,
      t.createdAt.desc().nullsFirst(),
      t.feedPosition,
      t.gameId.desc().nullsFirst(),
    ),
    index('game_categories_most').on(t.category, t.views.desc().nullsFirst(), t.gameId.desc().nullsFirst()),
    index('game_categories_titles').on(t.category, t.title, t.gameId),
  ],
)

/** The games of each tag, most viewed first; derived like `game_categories`. */
export const gameTags = pgTable(
  'game_tags',
  {
    /** Lower case. */
    tag: text().notNull(),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    views: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.gameId, t.tag] }),
    index('game_tags_most').on(t.tag, t.views.desc().nullsFirst(), t.gameId.desc().nullsFirst()),
  ],
)

/** Number of games in each list: `all`, `original`, or `category:` and its slug. Derived, so that no page counts. */
export const gameCounts = pgTable('game_counts', {
  list: text().primaryKey(),
  games: integer().notNull(),
})

/**
 * Every word of titles, tags and categories, and about how many games have it, to correct search terms without results
 * (docs/product.md#spelling-corrections). `refreshListings` adds new words, and a job recounts all once a day.
 */
export const searchWords = pgTable(
  'search_words',
  {
    word: text().primaryKey(),
    games: integer().notNull(),
  },
  ({ word }) => [
    index('search_words_slips').using('gin', sql`word_slips(word)`),
    // Compares characters, whatever the database's collation.
    index('search_words_beginnings').using('btree', word.op('text_pattern_ops')),
  ],
)
