import { database } from '../app/db/connection.server.ts'
import { comments, postCounts, posts } from '../app/db/schema/community.server.ts'

type PostRow = typeof posts.$inferSelect

/** A post as it is kept, with what is counted of it; written past all rules. */
export async function createPost(
  player: { id: string },
  { likes = 0, comments = 0, ...overrides }: Partial<typeof posts.$inferInsert> & Counts = {},
): Promise<PostRow> {
  const values = { content: 'Brake before the puddle, not in it.', type: 'discussion' as const, ...overrides }
  const [row] = await database()
    .insert(posts)
    .values({ ...values, playerId: player.id })
    .returning()
  const { id, type, state } = row as PostRow
  await database()
    .insert(postCounts)
    .values({ postId: id, type, isShown: state === 'shown', likes, comments })
  return row as PostRow
}

type Counts = { likes?: number; comments?: number }

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
