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
const NOT_LISTED = sql.raw(`not (${listed()})`)
const NOT_DELETED = sql`status <> 'deleted'`

/**
 * `pending`: imported, awaiting review. `published`: public. `hidden`: by an operator. `delisted`: no longer in its
 * feed, public for a period. `quarantined`: appears broken. `deleted`: a tombstone, so that no import brings it back.
 */
export const GAME_STATUSES = ['pending', 'published', 'hidden', 'delisted', 'quarantined', 'deleted'] as const
export type GameStatus = (typeof GAME_STATUSES)[number]
/** The statuses of public games. */
export const PUBLIC_STATUSES: readonly GameStatus[] = ['published', 'delisted']

export const AGE_RATINGS = ['everyone', '7', '12', '16', '18'] as const
export type AgeRating = (typeof AGE_RATINGS)[number]

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
    /**
     * An absolute http(s) address or a path of ours; never markup. Null unless the game is public, so that a game that
     * is not public is in no list, search, feed or sitemap.
     */
    url: text(),
    /** The address of a game that is not public. */
    heldUrl: text('held_url'),
    status: text({ enum: GAME_STATUSES }).notNull().default('published'),
    /** Why it is hidden or quarantined, for operators. */
    statusReason: text('status_reason').notNull().default(''),
    statusAt: timestamp('status_at', { withTimezone: true }).notNull().defaultNow(),
    isFeatured: boolean('is_featured').notNull().default(false),
    ageRating: text('age_rating', { enum: AGE_RATINGS }),
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
    // The console lists all games, public or not. Deleted ones are listed by their status only.
    index('games_all_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(NOT_DELETED),
    // Includes the date, so that a search reads only this index.
    index('games_all_titles').on(t.searchTitle, t.id, t.createdAt).where(NOT_DELETED),
    index('games_by_status').on(t.status, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('games_by_provider')
      .on(t.provider, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(NOT_DELETED),
    index('games_by_phones')
      .on(t.playsOnPhones, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(NOT_DELETED),
    // For the console's search. Listed games have the indexes of the site's search.
    index('games_unlisted_titles')
      .using('gin', sql`search_title gin_trgm_ops`)
      .where(NOT_LISTED),
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
