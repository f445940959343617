import { eq } from 'drizzle-orm'
import { database } from '../app/db/connection.server.ts'
import { comments, postCounts, postLikes, posts } from '../app/db/schema/community.server.ts'
import { createPlayer } from './players.ts'

export type PostRow = typeof posts.$inferSelect

type Counts = { likes?: number; comments?: number }

/** A discussion of somebody new, as it stands in the database with its counts, past all rules; shown unless it says otherwise. */
export async function createPost({
  likes = 0,
  comments = 0,
  ...overrides
}: Partial<typeof posts.$inferInsert> & Counts = {}): Promise<PostRow> {
  const playerId = overrides.playerId ?? (await createPlayer()).id
  return database().transaction(async (tx) => {
    const [row] = await tx
      .insert(posts)
      .values({ playerId, content: 'Brake before the puddle, not in it.', type: 'discussion', ...overrides })
      .returning()
    const { id, type, state } = row as PostRow
    await tx.insert(postCounts).values({ postId: id, type, isShown: state === 'shown', likes, comments })
    return row as PostRow
  })
}

/** A comment as it is kept, below a post; counted nowhere. */
export async function createComment(
  player: { id: string },
  post: { id: number },
  overrides: Partial<typeof comments.$inferInsert> = {},
): Promise<typeof comments.$inferSelect> {
  const values = { content: 'Works with the pad too.', ...overrides, playerId: player.id, postId: post.id }
  const [row] = await database().insert(comments).values(values).returning()
  return row as typeof comments.$inferSelect
}

/** What is counted of a post, and the rows that it is counted from: always the same. */
export async function countsOf(postId: number): Promise<{ counted: number[]; rows: number[] }> {
  const [count] = await database().select().from(postCounts).where(eq(postCounts.postId, postId))
  const liked = await database().select().from(postLikes).where(eq(postLikes.postId, postId))
  const said = await database().select().from(comments).where(eq(comments.postId, postId))
  return {
    counted: [count?.likes ?? 0, count?.comments ?? 0],
    rows: [liked.length, said.filter(({ state }) => state === 'shown').length],
  }
}
