import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { database, type Transaction } from '../db/connection.server.ts'
import { blogPosts, blogStarters } from '../db/schema/blog.server.ts'
import { PROJECT_FOLDER } from '../lib/project-folder.server.ts'
import { publishFiles } from './publish-files.server.ts'
import { readPostFile } from './read-post-file.server.ts'

const FOLDER = path.join(PROJECT_FOLDER, 'content/blog')

/**
 * Publishes the posts that come with the portal, each once for ever: one that an operator changed or took away stays so
 * (docs/product.md, Blog). Gives how many it published. Of nodes that start at once one does it.
 */
export async function publishStarterPosts(folder = FOLDER): Promise<number> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md')).toSorted()
  const come = new Set((await database().select().from(blogStarters)).map(({ slug }) => slug))
  let published = 0
  for (const file of files.map((name) => path.join(folder, name))) {
    const { slug } = (await readPostFile(file)).fields
    if (come.has(slug)) continue
    if (await publishFiles([file], { isNoted: false, mayCome })) published++
  }
  return published
}

/** Notes that a post has come; false where it had, or where an operator's stands at its address. */
async function mayCome(tx: Transaction, [slug = '']: string[]): Promise<boolean> {
  const [noted] = await tx.insert(blogStarters).values({ slug }).onConflictDoNothing().returning()
  const [taken] = await tx.select({ id: blogPosts.id }).from(blogPosts).where(eq(blogPosts.slug, slug))
  return noted !== undefined && !taken
}
