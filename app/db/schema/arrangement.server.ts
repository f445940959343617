import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { type AgeRating, games } from './games.server.ts'

/** The portal's categories. Without a row, a category of the specification has its defaults. */
export const categories = pgTable('categories', {
  /** Part of its address; never changes. */
  slug: text().primaryKey(),
  /** As in `games.categories`. */
  name: text().notNull().unique(),
  description: text().notNull().default(''),
  position: integer().notNull(),
  /** Whether the sidebar and the menu on phones link to it. */
  isInMenu: boolean('is_in_menu').notNull().default(false),
  /** Hidden categories are in no menu and no list of categories; their games stay public. */
  isHidden: boolean('is_hidden').notNull().default(false),
  /** The slug of the category that it was merged into, which is not merged itself; its address redirects there. */
  mergedInto: text('merged_into'),
})

/** Names that categories had, which games, plans of imports and texts may still contain. */
export const formerCategoryNames = pgTable('former_category_names', {
  name: text().primaryKey(),
  /** The slug of the category, which is not merged. */
  category: text().notNull(),
})

/** What an operator has set for a tag. Tags without a row are as the games have them. */
export const tags = pgTable('tags', {
  /** Lower case. */
  tag: text().primaryKey(),
  /** How it is shown; null for the spelling of its games. */
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

/** The rule of a collection: games that match all of its conditions, each with any of its values. */
export type CollectionRule = {
  categories?: string[]
  tags?: string[]
  providers?: string[]
  phones?: true
  /** At most this age rating. */
  ageRating?: AgeRating
}

/** A list of games with a page of its own, picked by hand or by a rule. */
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
  /** Counted up by each change, so that a second editor notices it. */
  version: integer().notNull().default(1),
})

/** The games of a collection that is picked by hand, in their order. */
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
 * A change of categories, tags or a collection that games have to follow, with its progress. `subject` is what games
 * are selected by: the slug of a category, a tag, a synonym, or the id of a collection.
 */
export const arrangementChanges = pgTable(
  'arrangement_changes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ARRANGEMENT_CHANGES }).notNull(),
    subject: text().notNull(),
    /** What it does, for operators: "Car: renamed to Vehicles". */
    title: text().notNull(),
    /** The last game processed, by id; the number of games to process, processed and changed. */
    position: integer().notNull().default(0),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
    /** When its job failed for the last time; null while it runs. */
    stoppedAt: timestamp('stopped_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('arrangement_changes_newest').on(t.createdAt.desc().nullsFirst())],
)

/** A row of the home page. */
export type HomeRow = {
  /** A row of the portal by its name, or `collection:` and an id. */
  row: string
  /** Null for its own title. */
  title: string | null
  isOff: boolean
  /** Games at its start. */
  pinned: number[]
}

/** How operators arranged the home page. Empty lists of games mean automatic. */
export type HomeArrangement = {
  rows: HomeRow[]
  carousel: number[]
  /** The large game of the board, then the small ones. */
  board: number[]
}

/** Versions of the home page. The newest published one is shown; without one, the home page is automatic. */
export const homeVersions = pgTable(
  'home_versions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    arrangement: jsonb().$type<HomeArrangement>().notNull(),
    /**
     * Null for an operator's draft, whose first entry in the audit log names the operator: kind `home page`, and this
     * id.
     */
    publishedAt: timestamp('published_at', { withTimezone: true }),
    /** The published version that a draft changes; null for the automatic page. */
    basedOn: integer('based_on'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('home_versions_newest')
      .on(t.publishedAt.desc().nullsFirst())
      .where(sql`published_at is not null`),
  ],
)
