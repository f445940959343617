import { and, eq, gt, sql } from 'drizzle-orm'
import { awardComment } from '../../credits/award-written.server.ts'
import { database, type Transaction } from '../../db/connection.server.ts'
import { preparedIn } from '../../db/query.server.ts'
import { comments, postCounts } from '../../db/schema/community.server.ts'
import { reasonToHold } from '../../moderation/hold.server.ts'
import { hasLinkIn } from '../../db/blocklist.server.ts'
import { notify } from '../../notifications/notify.server.ts'
import { purgePages } from '../../server/cache/purge.server.ts'
import type { Tag } from '../../server/cache/cache-headers.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { JUST_NOW } from '../posts/form/create-post.server.ts'
import { authorOf } from '../posts/find-post.server.ts'
import type { ShownComment } from './comments.server.ts'
import { openPost } from '../posts/open-post.server.ts'

/**
 * Adds a player's comment to a post, awards its credits and notifies the post's author. A comment that needs review is
 * pending (docs/product.md#pending-posts-and-comments): it earns nothing yet and nobody is notified. If the player has
 * just sent the same comment, returns that one (docs/product.md#posting-limits). Returns null if they may not comment
 * on this post.
 */
export async function addComment(player: Player, postId: number, content: string): Promise<ShownComment | null> {
  return database().transaction(async (tx) => {
    const post = await openPost(tx, postId, player.id, { isWriting: true })
    if (!post) return null
    const why = await reasonToHold(tx, {
      playerId: player.id,
      text: content,
      hasLink: hasLinkIn(content),
      hasPicture: false,
    })
    const state = why ? ('held' as const) : ('shown' as const)
    const values = [postId, player.id, content, state, why ?? '']
    const [row] = await preparedIn<{ id: number; createdAt: Date }>(tx, 'add-comment', ADD, values)
    if (!row) {
      const [known] = await tx
        .select()
        .from(comments)
        .where(
          and(
            eq(comments.playerId, player.id),
            eq(comments.postId, postId),
            eq(comments.content, content),
            gt(comments.createdAt, sql.raw(JUST_NOW)),
          ),
        )
      if (!known) throw new Error('A comment was not written')
      return shownOf(known, player)
    }
    if (!why) {
      await awardComment(tx, { id: row.id, playerId: player.id, postId, content })
      await notify(tx, post.authorId, { kind: 'comment', postId, commentId: row.id, actorId: player.id })
      await countComments(tx, postId, 1)
      await purgePages(tagsOfComment(postId, player.username), tx)
    }
    const written = { ...row, content, editedAt: null, state, stateWhy: why ?? '' }
    return shownOf(written, player)
  })
}

/** Returns no row if the player has just written the same comment there. */
const ADD = `
  insert into comments (post_id, player_id, content, state, state_why)
  select $1::int, $2::uuid, $3::text, $4::text, $5::text
  where not exists (
    select from comments where player_id = $2::uuid and post_id = $1::int and content = $3::text
      and created_at > ${JUST_NOW})
  returning id, created_at as "createdAt"`

type Own = Pick<typeof comments.$inferSelect, 'id' | 'content' | 'createdAt' | 'editedAt' | 'state' | 'stateWhy'>

function shownOf(row: Own, { username, fullName, avatar, frame }: Player): ShownComment {
  return {
    id: row.id,
    content: row.content,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    state: row.state,
    stateWhy: row.stateWhy,
    author: authorOf({ username, full_name: fullName, avatar, frame }),
    isMine: true,
  }
}

/** Adds `more` to a post's number of public comments. Call it last: it takes the last lock of a transaction. */
export async function countComments(tx: Transaction, postId: number, more: number): Promise<void> {
  await tx
    .update(postCounts)
    .set({ comments: sql`${postCounts.comments} + ${more}` })
    .where(eq(postCounts.postId, postId))
}

/** Cache tags of all pages that show a comment or count it: its post, the board, and its author's profile. */
export function tagsOfComment(postId: number, username: string): Tag[] {
  return ['community', `post:${postId}`, `player:${username.toLowerCase()}`]
}
