import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '../db/connection.server.ts'
import { blogPosts } from '../db/schema/blog.server.ts'
import { purgePages } from '../server/purge.server.ts'

/** All of a post that is written, and what was made of it (`renderPost`). */
export type WrittenPost = Omit<
  typeof blogPosts.$inferInsert,
  'id' | 'views' | 'isPublished' | 'publishedAt' | 'createdAt' | 'updatedAt'
>

type Saved = {
  id: number
  isNew: boolean
  /** Whether it was published before, and since when or from when on. */
  isPublished: boolean
  publishedAt: Date | null
}

/**
 * Keeps a post under its slug: a new one as a draft, one that is there with all that was written of it anew
 * (docs/product.md, Blog). Whether it is published stays as it is.
 */
export async function savePost(tx: Transaction, post: WrittenPost): Promise<Saved> {
  const [saved] = await tx
    .insert(blogPosts)
    .values(post)
    .onConflictDoUpdate({ target: blogPosts.slug, set: { ...post, updatedAt: sql`now()` } })
    .returning({
      id: blogPosts.id,
      isNew: sql<boolean>`xmax = 0`,
      isPublished: blogPosts.isPublished,
      publishedAt: blogPosts.publishedAt,
    })
  await purgePages(['blog'], tx)
  return saved!
}

/** Shows a post from a moment on, or as it was published before, or from now on; gives since when or from when on. */
export async function publishPost(tx: Transaction, id: number, at: Date | null): Promise<Date> {
  const [post] = await tx
    .update(blogPosts)
    .set({ isPublished: true, publishedAt: at ?? sql`coalesce(${blogPosts.publishedAt}, now())` })
    .where(eq(blogPosts.id, id))
    .returning({ publishedAt: blogPosts.publishedAt })
  await purgePages(['blog'], tx)
  return post!.publishedAt!
}

/** Shows a post to nobody any more; it stays as a draft. */
export async function unpublishPost(tx: Transaction, id: number): Promise<void> {
  await tx.update(blogPosts).set({ isPublished: false }).where(eq(blogPosts.id, id))
  await purgePages(['blog'], tx)
}
