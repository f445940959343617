import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { players } from './accounts.server.ts'
import { comments, posts } from './community.server.ts'

/** A new kind also needs its sentence in app/notifications/notification-rules.ts. */
export const NOTIFICATION_KINDS = ['comment', 'like', 'answer', 'decision'] as const

/** A comment on a post, likes of a post (one row until it is read), a comment marked as the answer, or a decision. */
export const notifications = pgTable(
  'notifications',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The recipient. */
    playerId: uuid('player_id')
      .notNull()
      .references(() => players.id, { onDelete: 'cascade' }),
    kind: text({ enum: NOTIFICATION_KINDS }).notNull(),
    postId: integer('post_id').references(() => posts.id, { onDelete: 'cascade' }),
    commentId: integer('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
    /** The player who commented, or liked last; null for an operator, who is not named. */
    actorId: uuid('actor_id').references(() => players.id, { onDelete: 'cascade' }),
    /** Number of likes in this row. */
    times: integer().notNull().default(1),
    /** The decision and its reason; otherwise empty. */
    words: text().notNull().default(''),
    /** When it last changed. */
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    readAt: timestamp('read_at', { withTimezone: true }),
  },
  (t) => [
    check(
      'notifications_kind',
      sql`${t.kind} in (${sql.raw(NOTIFICATION_KINDS.map((kind) => `'${kind}'`).join(', '))})`,
    ),
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
