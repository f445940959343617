import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { type AgeRating, games } from './games.server.ts'

/** The portal's categories. A category of the specification has its default settings if it has no row. */
export const categories = pgTable('categories', {
  /** Part of its address; never changes. */
  slug: text().primaryKey(),
  /** As in `games.categories`. */
  name: text().notNull().unique(),
  description: text().notNull().default(''),
  position: integer().notNull(),
  /** Whether the sidebar and the phone menu link to it. */
  isInMenu: boolean('is_in_menu').notNull().default(false),
  /** Menus and lists of categories omit a hidden category. Its games stay public. */
  isHidden: boolean('is_hidden').notNull().default(false),
  /**
   * The slug of the category that this one was merged into. That category is not merged itself. The address redirects
   * there.
   */
  mergedInto: text('merged_into'),
})

/** Former names of categories. Games, import plans and texts may still contain them. */
export const formerCategoryNames = pgTable('former_category_names', {
  name: text().primaryKey(),
  /** The slug of the category. The category itself is not merged. */
  category: text().notNull(),
})

/** An operator's settings for a tag. A tag without a row is shown as its games spell it. */
export const tags = pgTable('tags', {
  /** Lower case. */
  tag: text().primaryKey(),
  /** The displayed name; null for the spelling that its games use. */
  name: text(),
  description: text().notNull().default(''),
  isHidden: boolean('is_hidden').notNull().default(false),
  mergedInto: text('merged_into'),
})

/** Names in feeds that operators have mapped to a category. */
export const categorySynonyms = pgTable('category_synonyms', {
  /** A slug. */
  word: text().primaryKey(),
  /** The slug of a category. */
  category: text().notNull(),
})

/** The rule of a collection. A game must match every condition; a condition matches if any of its values does. */
export type CollectionRule = {
  categories?: string[]
  tags?: string[]
  providers?: string[]
  phones?: true
  /** The highest age rating allowed. */
  ageRating?: AgeRating
}

/** A list of games with its own page, picked by hand or selected by a rule. */
export const collections = pgTable('collections', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  slug: text().notNull().unique(),
  name: text().notNull(),
  description: text().notNull().default(''),
  /** Null if its games are picked by hand. */
  rule: jsonb().$type<CollectionRule>(),
  isHidden: boolean('is_hidden').notNull().default(false),
  position: integer().notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  /** Incremented by each change, so that a concurrent edit is detected. */
  version: integer().notNull().default(1),
})

/** The games of a hand-picked collection, in order. */
export const collectionGames = pgTable(
  'collection_games',
  {
    collectionId: integer('collection_id')
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.collectionId, t.gameId] }),
    index('collection_games_order').on(t.collectionId, t.position),
    index('collection_games_game').on(t.gameId),
  ],
)

export const ARRANGEMENT_CHANGES = ['category', 'tag', 'synonym', 'collection'] as const

/**
 * A change of categories, tags or a collection that must be applied to games, with its progress. `subject` selects the
 * games: the slug of a category, a tag, a synonym, or the id of a collection.
 */
export const arrangementChanges = pgTable(
  'arrangement_changes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ARRANGEMENT_CHANGES }).notNull(),
    subject: text().notNull(),
    /** A description for operators: "Car: renamed to Vehicles". */
    title: text().notNull(),
    /** The id of the last processed game. Below: the numbers of games to process, processed and changed. */
    position: integer().notNull().default(0),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
    /** When the job failed for the last time; null while it runs. */
    stoppedAt: timestamp('stopped_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('arrangement_changes_newest').on(t.createdAt.desc().nullsFirst())],
)

/** A row of the home page. */
export type HomeRow = {
  /** The name of a built-in row, or `collection:` followed by an id. */
  row: string
  /** Null for the row's default title. */
  title: string | null
  isOff: boolean
  /** The games at the start of the row. */
  pinned: number[]
}

/** An operator's arrangement of the home page. An empty list of games means that the games are chosen automatically. */
export type HomeArrangement = {
  rows: HomeRow[]
  carousel: number[]
  /** The large game of the board, then the small ones. */
  board: number[]
}

/** Versions of the home page. Visitors see the newest published one; if there is none, the home page is automatic. */
export const homeVersions = pgTable(
  'home_versions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    arrangement: jsonb().$type<HomeArrangement>().notNull(),
    /**
     * Null for a draft. Its first entry in the audit log, with the kind `home page` and this id, names the operator.
     */
    publishedAt: timestamp('published_at', { withTimezone: true }),
    /** The published version on which a draft is based; null for the automatic page. */
    basedOn: integer('based_on'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('home_versions_newest')
      .on(t.publishedAt.desc().nullsFirst())
      .where(sql`published_at is not null`),
  ],
)
