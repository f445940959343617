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

const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()
/** Whose it is: it goes with the account. */
const playerId = () =>
  uuid('player_id')
    .notNull()
    .references((): AnyPgColumn => players.id, { onDelete: 'cascade' })

/**
 * What somebody wrote and others may read: `shown`; `held` until an operator has looked; `removed` by one. Its author sees it
 * whatever it is, and `stateWhy`: why it is held (`first`, `word`), or the operator's reason for removing it.
 */
const moderated = () => ({
  state: text({ enum: ['shown', 'held', 'removed'] })
    .notNull()
    .default('shown'),
  stateWhy: text('state_why').notNull().default(''),
  createdAt: createdAt(),
  /** When its author last changed it. */
  editedAt: timestamp('edited_at', { withTimezone: true }),
})

/** What a player puts on the community board (docs/product.md, Community). */
export const posts = pgTable(
  'posts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    playerId: playerId(),
    /** Empty where none is given. */
    title: text().notNull().default(''),
    content: text().notNull(),
    type: text({ enum: ['discussion', 'question', 'suggestion', 'showcase'] }).notNull(),
    tags: text().array().notNull().default([]),
    redirectUrl: text('redirect_url'),
    /** Empty where none is given. */
    redirectTitle: text('redirect_title').notNull().default(''),
    /** A path of this site: `/files/post_pictures/…`, or a picture that was here before. */
    mediaUrl: text('media_url'),
    /** Of an uploaded picture; null where it is not known. */
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
    // Only the release before the search inside of words reads it: to be dropped with `post_words` in the next.
    index('posts_search')
      .using('gin', sql`post_words(title, content, tags, id)`)
      .where(SHOWN),
  ],
)

/**
 * What is counted of a post, in a narrow table of its own: a like must not write the post's text and words anew. A row a post,
 * changed in the transaction of each like, of each comment that is shown, and of whatever shows or hides the post.
 */
export const postCounts = pgTable(
  'post_counts',
  {
    postId: integer('post_id')
      .primaryKey()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** Of the post, for the indexes. */
    type: text({ enum: ['discussion', 'question', 'suggestion', 'showcase'] }).notNull(),
    isShown: boolean('is_shown').notNull(),
    likes: integer().notNull().default(0),
    comments: integer().notNull().default(0),
    /** What Popular is ordered by. */
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

/** A comment below a post, oldest first. */
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

/** The comment that the author of a Tips post marked as the answer: at most one a post. */
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

/** That a player likes a post: a row that is there or not. */
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

/** That a player wants nothing to do with another: neither sees what the other writes. */
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

/** Somebody thinks that an operator should look at something; one report a player and thing. */
export const reports = pgTable(
  'reports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    playerId: playerId(),
    kind: text({ enum: ['post', 'comment', 'player', 'picture'] }).notNull(),
    /** Of the post or comment; of a player the uuid; of a picture its path. */
    onId: text('on_id').notNull(),
    /** Whose it is that was reported; the report goes with their account. */
    aboutId: uuid('about_id')
      .notNull()
      .references((): AnyPgColumn => players.id, { onDelete: 'cascade' }),
    reason: text({ enum: ['spam', 'abuse', 'unsafe', 'other'] }).notNull(),
    /** Empty where none are given. */
    words: text().notNull().default(''),
    /** Null until an operator decided. */
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

/** Blocklist what they stand in until an operator has looked; lower case. */
export const heldWords = pgTable('held_words', { word: text().primaryKey() })

/** What a player is told of: a comment on a post, likes of a post (one line until it is read), that a comment is the answer, a decision of an operator. */
export const notifications = pgTable(
  'notifications',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Who is told. */
    playerId: playerId(),
    kind: text({ enum: ['comment', 'like', 'answer', 'decision'] }).notNull(),
    postId: integer('post_id').references(() => posts.id, { onDelete: 'cascade' }),
    commentId: integer('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
    /** Who commented, or liked last; null for an operator, who is not named. */
    actorId: uuid('actor_id').references((): AnyPgColumn => players.id, { onDelete: 'cascade' }),
    /** How many likes became one line. */
    times: integer().notNull().default(1),
    /** What was decided and why; else empty. */
    words: text().notNull().default(''),
    /** When it last became what it is. */
    createdAt: createdAt(),
    readAt: timestamp('read_at', { withTimezone: true }),
  },
  (t) => [
    check('notifications_kind', sql`${t.kind} in ('comment', 'like', 'answer', 'decision')`),
    index('notifications_newest').on(t.playerId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('notifications_unread')
      .on(t.playerId)
      .where(sql`read_at is null`),
    uniqueIndex('notifications_likes')
      .on(t.postId, t.playerId)
      .where(sql`kind = 'like' and read_at is null`),
    index('notifications_post').on(t.postId),
    index('notifications_comment').on(t.commentId),
    index('notifications_actor').on(t.actorId),
  ],
)
