import { database } from '../app/db/connection.server.ts'
import { blogPosts } from '../app/db/schema/blog.server.ts'

export type BlogPostRow = typeof blogPosts.$inferSelect

let made = 0

/** A post of the blog as it stands in the database, past all rules; published an hour ago unless it says otherwise. */
export async function createBlogPost(overrides: Partial<typeof blogPosts.$inferInsert> = {}): Promise<BlogPostRow> {
  const name = `${++made}-${crypto.randomUUID().slice(0, 8)}`
  const [row] = await database()
    .insert(blogPosts)
    .values({
      slug: `post-${name}`,
      title: `Post ${name}`,
      author: 'Admin',
      tags: [],
      source: 'Need help? Ask.',
      format: 'markdown',
      content: '<p>Need help? Ask.</p>',
      minutes: 1,
      isPublished: true,
      publishedAt: new Date(Date.now() - 3_600_000),
      ...overrides,
    })
    .returning()
  return row as BlogPostRow
}
