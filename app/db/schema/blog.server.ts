import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DraftFields } from '../../blog/blog-rules.ts'
import { players } from './accounts.server.ts'

/** Blog posts. */
export const blogPosts = pgTable(
  'blog_posts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    /** Replaces the title for search engines and feeds; empty if it is the same. */
    metaTitle: text('meta_title').notNull().default(''),
    metaDescription: text('meta_description').notNull().default(''),
    /** The path of a stored file or of another picture of ours, and its size in pixels. */
    featuredImage: text('featured_image'),
    featuredWidth: integer('featured_width'),
    featuredHeight: integer('featured_height'),
    author: text().notNull(),
    /** Empty if it has none. */
    category: text().notNull().default(''),
    tags: text().array().notNull(),
    /** The text as written, with its own names for pictures. */
    source: text().notNull(),
    format: text({ enum: ['markdown', 'html'] }).notNull(),
    /** The HTML that is shown, rendered from the source. */
    content: text().notNull(),
    /**
     * Proves that the content was sanitised (app/blog/publishing/trusted-content.server.ts); null in rows of older
     * releases.
     */
    contentSignature: text('content_signature'),
    /** Reading time. */
    minutes: integer().notNull(),
    views: bigint({ mode: 'number' }).notNull().default(0),
    isPublished: boolean('is_published').notNull().default(false),
    /** When it is or becomes visible to everybody; null if it was never published. */
    publishedAt: timestamp('published_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('blog_posts_newest')
      .on(t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`is_published`),
    check('blog_posts_dated', sql`not ${t.isPublished} or ${t.publishedAt} is not null`),
  ],
)

/** Keys of the stored files that a post shows. */
export const blogPictures = pgTable(
  'blog_pictures',
  {
    postId: integer('post_id')
      .notNull()
      .references(() => blogPosts.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** Not deleted before this time although unused: an upload may be for text that is not saved yet. */
    keptUntil: timestamp('kept_until', { withTimezone: true }),
  },
  (t) => [primaryKey({ columns: [t.postId, t.key] }), index('blog_pictures_key').on(t.key)],
)

/**
 * Versions of a post that operators edited in the browser; the newest is its draft. A version grows as its operator
 * types; another operator's edit starts a new one. Published versions no longer change. For a post from a file,
 * version 0 is what the file published before the first edit.
 */
export const blogDrafts = pgTable(
  'blog_drafts',
  {
    postId: integer('post_id')
      .notNull()
      .references(() => blogPosts.id, { onDelete: 'cascade' }),
    /** Increases with each save. */
    revision: integer().notNull(),
    /** Null if it is from a file, or once the account is deleted. */
    savedBy: uuid('saved_by').references(() => players.id, { onDelete: 'set null' }),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull().defaultNow(),
    isPublished: boolean('is_published').notNull().default(false),
    fields: jsonb().$type<DraftFields>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.postId, t.revision] }), index('blog_drafts_saved_by').on(t.savedBy)],
)

/** Slugs of the posts that came with the portal. One that an operator deleted is not added again. */
export const blogStarters = pgTable('blog_starters', {
  slug: text().primaryKey(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Like `game_view_marks`, for blog posts. The migration makes it unlogged. */
export const blogPostViewMarks = pgTable(
  'blog_post_view_marks',
  {
    visitor: text().notNull(),
    postId: integer('blog_post_id').notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.visitor, t.postId] }), index('blog_post_view_marks_age').on(t.seenAt)],
)

/** Like `game_view_days`, for blog posts. The migration makes it unlogged. */
export const blogPostViewDays = pgTable(
  'blog_post_view_days',
  {
    day: date().notNull(),
    address: text().notNull(),
    postId: integer('blog_post_id').notNull(),
    views: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.address, t.postId] })],
)
