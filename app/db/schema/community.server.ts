import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { players } from './accounts.server.ts'
import { games } from './games.server.ts'
import { visible } from '../visible.server.ts'

const SHOWN = sql.raw(visible())
const NOT_SHOWN = sql.raw(`not (${visible()})`)

const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()
/** The owner. Deleting the account deletes the row. */
const playerId = () =>
  uuid('player_id')
    .notNull()
    .references((): AnyPgColumn => players.id, { onDelete: 'cascade' })

/**
 * Columns of content that others may read: `shown`, `held` until an operator reviews it, or `removed` by one. Its
 * author always sees it, with `stateWhy`: why it is held (`first`, `word`), or the operator's reason for removing it.
 */
const moderated = () => ({
  state: text({ enum: ['shown', 'held', 'removed'] })
    .notNull()
    .default('shown'),
  stateWhy: text('state_why').notNull().default(''),
  createdAt: createdAt(),
  /** When the author last changed it. */
  editedAt: timestamp('edited_at', { withTimezone: true }),
})

/** A post on the community board. */
export const posts = pgTable(
  'posts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    playerId: playerId(),
    /** Empty if not given. */
    title: text().notNull().default(''),
    content: text().notNull(),
    type: text({ enum: ['discussion', 'question', 'suggestion', 'showcase'] }).notNull(),
    tags: text().array().notNull().default([]),
    redirectUrl: text('redirect_url'),
    /** Empty if not given. */
    redirectTitle: text('redirect_title').notNull().default(''),
    /** A path on this site: `/files/post_pictures/…`, or a picture that was here before. */
    mediaUrl: text('media_url'),
    /** Of an uploaded picture; null if unknown. */
    mediaWidth: integer('media_width'),
    mediaHeight: integer('media_height'),
    gameId: integer('game_id').references(() => games.id, { onDelete: 'set null' }),
    ...moderated(),
  },
  (t) => [
    check('posts_type', sql`${t.type} in ('discussion', 'question', 'suggestion', 'showcase')`),
    check('posts_state', sql`${t.state} in ('shown', 'held', 'removed')`),
    index('posts_newest').on(t.id.desc().nullsFirst()).where(SHOWN),
    index('posts_newest_of_type').on(t.type, t.id.desc().nullsFirst()).where(SHOWN),
    index('posts_of_game')
      .on(t.gameId, t.id.desc().nullsFirst())
      .where(sql`game_id is not null`),
    index('posts_of_player').on(t.playerId, t.id.desc().nullsFirst()),
    index('posts_media')
      .on(t.mediaUrl)
      .where(sql`media_url is not null`),
    index('posts_held')
      .on(t.id)
      .where(sql`state = 'held'`),
    index('posts_text')
      .using('gin', sql`post_text(title, content, tags) gin_trgm_ops`)
      .where(SHOWN),
    // For the console's search.
    index('posts_text_not_shown')
      .using('gin', sql`post_text(title, content, tags) gin_trgm_ops`)
      .where(NOT_SHOWN),
    // Only the release before substring search reads it. Drop it in the next release, with `post_words`.
    index('posts_search')
      .using('gin', sql`post_words(title, content, tags, id)`)
      .where(SHOWN),
  ],
)

/**
 * Counts of a post, in a separate narrow table: a like must not rewrite the post's text and words. One row per post,
 * updated in the transaction of each like, each visible comment, and each change that shows or hides the post.
 */
export const postCounts = pgTable(
  'post_counts',
  {
    postId: integer('post_id')
      .primaryKey()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** Copied from the post, for the indexes. */
    type: text({ enum: ['discussion', 'question', 'suggestion', 'showcase'] }).notNull(),
    isShown: boolean('is_shown').notNull(),
    likes: integer().notNull().default(0),
    comments: integer().notNull().default(0),
    /** The sort key of Popular. */
    score: integer()
      .notNull()
      .generatedAlwaysAs(sql`likes + comments`),
  },
  (t) => [
    check('post_counts_likes', sql`${t.likes} >= 0`),
    check('post_counts_comments', sql`${t.comments} >= 0`),
    index('post_counts_popular')
      .on(t.score.desc().nullsFirst(), t.postId.desc().nullsFirst())
      .where(sql`is_shown`),
    index('post_counts_popular_of_type')
      .on(t.type, t.score.desc().nullsFirst(), t.postId.desc().nullsFirst())
      .where(sql`is_shown`),
  ],
)

/** A comment on a post. Comments are listed oldest first. */
export const comments = pgTable(
  'comments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    postId: integer('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    playerId: playerId(),
    content: text().notNull(),
    ...moderated(),
  },
  (t) => [
    check('comments_state', sql`${t.state} in ('shown', 'held', 'removed')`),
    index('comments_of_post').on(t.postId, t.id),
    index('comments_of_player').on(t.playerId, t.id.desc().nullsFirst()),
    index('comments_held')
      .on(t.id)
      .where(sql`state = 'held'`),
  ],
)

/** The comment that the author of a Tips post marked as the answer: at most one per post. */
export const postAnswers = pgTable(
  'post_answers',
  {
    postId: integer('post_id')
      .primaryKey()
      .references(() => posts.id, { onDelete: 'cascade' }),
    commentId: integer('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('post_answers_comment').on(t.commentId)],
)

/** The row exists while the player likes the post. */
export const postLikes = pgTable(
  'post_likes',
  {
    postId: integer('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    playerId: playerId(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.postId, t.playerId] }), index('post_likes_of_player').on(t.playerId, t.postId)],
)

/** A player blocked another: neither sees what the other writes. */
export const playerBlocks = pgTable(
  'player_blocks',
  {
    playerId: playerId(),
    blockedId: uuid('blocked_id')
      .notNull()
      .references((): AnyPgColumn => players.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.playerId, t.blockedId] }),
    index('player_blocks_of_blocked').on(t.blockedId, t.playerId),
  ],
)

/** A player's report to the operators: at most one per player and item. */
export const reports = pgTable(
  'reports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    playerId: playerId(),
    kind: text({ enum: ['post', 'comment', 'player', 'picture'] }).notNull(),
    /** The id of a post or comment, a player's uuid, or a picture's path. */
    onId: text('on_id').notNull(),
    /** The player whose content was reported. Deleting the account deletes the report. */
    aboutId: uuid('about_id')
      .notNull()
      .references((): AnyPgColumn => players.id, { onDelete: 'cascade' }),
    reason: text({ enum: ['spam', 'abuse', 'unsafe', 'other'] }).notNull(),
    /** Empty if not given. */
    words: text().notNull().default(''),
    /** Null until an operator decides. */
    decision: text({ enum: ['upheld', 'dismissed'] }),
    createdAt: createdAt(),
  },
  (t) => [
    unique('reports_once').on(t.playerId, t.kind, t.onId),
    index('reports_open')
      .on(t.id)
      .where(sql`decision is null`),
    index('reports_about').on(t.aboutId),
    index('reports_on').on(t.kind, t.onId),
  ],
)

/** The blocklist, in lower case. Content that contains one of these is held until an operator reviews it. */
export const blocklist = pgTable('held_words', { word: text().primaryKey() })
