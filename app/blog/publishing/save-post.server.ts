import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/connection.server.ts'
import { blogPosts } from '../../db/schema/blog.server.ts'
import type { MarkupFormat, MarkupPicture } from '../../markup/markup.server.ts'
import { purgePages } from '../../server/cache/purge.server.ts'
import { DEFAULT_AUTHOR } from '../blog-rules.ts'
import type { RenderedPost } from './render-post.server.ts'
import { signContent } from './trusted-content.server.ts'

/** The columns of a post that saving sets, including its rendered HTML (`renderPost`). */
export type WrittenPost = Omit<
  typeof blogPosts.$inferInsert,
  'id' | 'views' | 'isPublished' | 'publishedAt' | 'createdAt' | 'updatedAt'
>

/** The fields, besides the text, that files (publish-files) and the browser (publish-draft) provide. */
type PostFields = Record<'title' | 'meta_title' | 'meta_description' | 'author' | 'category', string> & {
  tags: string[]
}

/** Builds the row of a post from its fields, its text with the rendered HTML, and its picture if it has one. */
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
  /** Whether the post was already published or scheduled, and its publication time. */
  isPublished: boolean
  publishedAt: Date | null
}

/**
 * Saves a post under its slug. Creates a draft, or overwrites the content of the existing post
 * (docs/product.md#publishing-files). Does not change whether the post is published.
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

/**
 * Publishes a post at the time `at`. If `at` is null, uses the post's earlier publication date, or the current time.
 * Returns the publication date.
 */
export async function publishPost(tx: Transaction, id: number, at: Date | null): Promise<Date> {
  const [post] = await tx
    .update(blogPosts)
    .set({ isPublished: true, publishedAt: at ?? sql`coalesce(${blogPosts.publishedAt}, now())` })
    .where(eq(blogPosts.id, id))
    .returning({ publishedAt: blogPosts.publishedAt })
  await purgePages(['blog'], tx)
  return post!.publishedAt!
}

/** Unpublishes a post, which becomes a draft again. */
export async function unpublishPost(tx: Transaction, id: number): Promise<void> {
  await tx.update(blogPosts).set({ isPublished: false }).where(eq(blogPosts.id, id))
  await purgePages(['blog'], tx)
}
