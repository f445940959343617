import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '../db/connection.server.ts'
import { blogPosts } from '../db/schema/blog.server.ts'
import type { MarkupFormat, MarkupPicture } from '../server/markup.server.ts'
import { purgePages } from '../server/purge.server.ts'
import { DEFAULT_AUTHOR } from './blog-rules.ts'
import type { RenderedPost } from './render-post.server.ts'
import { signContent } from './trusted-content.server.ts'

/** All of a post that is written, and what was made of it (`renderPost`). */
export type WrittenPost = Omit<
  typeof blogPosts.$inferInsert,
  'id' | 'views' | 'isPublished' | 'publishedAt' | 'createdAt' | 'updatedAt'
>

/** What both ways of publishing read of a post beside its text: by file (publish-files) and in the browser (publish-draft). */
type PostFields = Record<'title' | 'meta_title' | 'meta_description' | 'author' | 'category', string> & {
  tags: string[]
}

/** A post as it is kept: its fields, its text and what was made of it, and its picture where it has one. */
export function writtenPost<Format extends MarkupFormat>(
  slug: string,
  fields: PostFields,
  { content, minutes, ...text }: { source: string; format: Format } & Pick<RenderedPost, 'content' | 'minutes'>,
  picture: MarkupPicture | null,
) {
  return {
    slug,
    title: fields.title,
    metaTitle: fields.meta_title,
    metaDescription: fields.meta_description,
    featuredImage: picture?.src ?? null,
    featuredWidth: picture?.width ?? null,
    featuredHeight: picture?.height ?? null,
    author: fields.author || DEFAULT_AUTHOR,
    category: fields.category,
    tags: [...new Set(fields.tags.filter(Boolean))],
    source: text.source,
    format: text.format,
    content,
    contentSignature: signContent(slug, content),
    minutes,
  } satisfies WrittenPost
}

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
