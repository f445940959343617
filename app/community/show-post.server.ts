import { and, eq, ne, sql } from 'drizzle-orm'
import { postCredits, postKey } from '../credits/credit-rules.ts'
import { awardCredits } from '../credits/ledger.server.ts'
import type { Transaction } from '../db/connection.server.ts'
import { posts } from '../db/schema/community.server.ts'
import { countLetters } from '../lib/text.ts'
import { purgePages } from '../server/purge.server.ts'
import type { Tag } from '../server/shared-page.server.ts'
import { lockPost } from './open-post.server.ts'

type Row = Pick<
  typeof posts.$inferSelect,
  'id' | 'playerId' | 'content' | 'type' | 'tags' | 'redirectUrl' | 'mediaUrl' | 'gameId'
>

/**
 * Shows a post that was held or removed to everybody, and has it earn what it has not earned before (docs/product.md, Moderation). False
 * where there is no such post, or it is shown already.
 */
export async function showPost(tx: Transaction, id: number): Promise<boolean> {
  const locked = await lockPost(tx, id)
  if (!locked) return false
  const [row] = await tx
    .update(posts)
    .set({ state: 'shown', stateWhy: '' })
    .where(and(eq(posts.id, id), ne(posts.state, 'shown')))
    .returning()
  if (!row) return false
  await awardPost(tx, row)
  await countPost(tx, { ...row, isShown: true })
  await purgePages(tagsOfPost(row, locked.author), tx)
  return true
}

/** Gives the author of a post that is shown what it earns, once (docs/product.md, Credits). */
export async function awardPost(tx: Transaction, post: Row): Promise<void> {
  await awardCredits(tx, {
    playerId: post.playerId,
    activity: 'post',
    credits: postCredits({
      length: countLetters(post.content),
      hasMedia: post.mediaUrl !== null,
      hasTags: post.tags.length > 0,
      hasLink: post.redirectUrl !== null,
      type: post.type,
    }),
    key: postKey(post.id),
    metadata: { post: post.id },
  })
}

/** Has what is counted of a post say what the post says: the last lock that a transaction takes. */
export async function countPost(
  tx: Transaction,
  { id, type, isShown }: Pick<Row, 'id' | 'type'> & { isShown: boolean },
): Promise<void> {
  await tx.execute(sql`
    insert into post_counts (post_id, type, is_shown) values (${id}, ${type}, ${isShown})
    on conflict (post_id) do update set type = excluded.type, is_shown = excluded.is_shown`)
}

/** What shows a post: the board, its page, the profile of its author, and the page of its game. */
export function tagsOfPost({ id, gameId }: Pick<Row, 'id' | 'gameId'>, author: string): Tag[] {
  const ofGame: Tag[] = gameId === null ? [] : [`game:${gameId}`]
  return ['community', `post:${id}`, `player:${author.toLowerCase()}`, ...ofGame]
}
