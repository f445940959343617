import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { games } from './games.server.ts'

/** Tables derived from `games` and `game_views` (app/games/catalogue/listings.server.ts). */

/**
 * The lists of each category in their two orders, derived from `games` and `game_views` by `refreshListings`. Columns
 * repeat what the orders need, so that the first page of any category is one short index scan.
 */
export const gameCategories = pgTable(
  'game_categories',
  {
    /**
     * The slug of a category (car, dress-up, italian-brainrot), or `collection:` and the id of a rule-based collection.
     */
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
