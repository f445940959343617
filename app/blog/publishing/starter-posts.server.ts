import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { backgroundDatabase, type Transaction } from '../../db/connection.server.ts'
import { blogPosts, blogStarters } from '../../db/schema/blog.server.ts'
import { PROJECT_FOLDER } from '../../lib/project-folder.server.ts'
import { publishFiles } from './publish-files.server.ts'
import { readPostFile } from './read-post-file.server.ts'

const FOLDER = path.join(PROJECT_FOLDER, 'content/blog')

/**
 * Publishes the bundled posts, each only once: a post that an operator changed or deleted is not restored
 * (docs/product.md#starter-posts). Returns how many posts this call published. Nodes that start at the same time do not
 * publish a post twice.
 */
export async function publishStarterPosts(folder = FOLDER): Promise<number> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md')).toSorted()
  const come = new Set((await backgroundDatabase().select().from(blogStarters)).map(({ slug }) => slug))
  let published = 0
  for (const file of files.map((name) => path.join(folder, name))) {
    const { slug } = (await readPostFile(file)).fields
    if (come.has(slug)) continue
    if (await publishFiles([file], { isNoted: false, mayPublish })) published++
  }
  return published
}

/**
 * Records that a starter post was published. Returns false if it was published before, or if another post has its slug.
 */
async function mayPublish(tx: Transaction, [slug = '']: string[]): Promise<boolean> {
  const [noted] = await tx.insert(blogStarters).values({ slug }).onConflictDoNothing().returning()
  const [existing] = await tx.select({ id: blogPosts.id }).from(blogPosts).where(eq(blogPosts.slug, slug))
  return noted !== undefined && !existing
}
