import { prepared } from '../db/query.server.ts'
import { blogCategorySlug } from './blog-href.ts'
import { type BlogList, listPostsOfCategory, SHOWN } from './blog-posts.server.ts'

/** A category with at least one public post. */
type BlogCategory = {
  slug: string
  /** The spelling in the newest post. */
  name: string
  /** All spellings that map to this slug, such as "guides" and "Guides". */
  spellings: string[]
  posts: number
  changedAt: Date
}

/** Returns all categories, ordered by their newest post (docs/product.md#blog-categories). */
export async function listBlogCategories(): Promise<BlogCategory[]> {
  const rows = await prepared<{ name: string; posts: number; changedAt: Date }>('blog-categories', LIST)
  const found = new Map<string, BlogCategory>()
  for (const { name, posts, changedAt } of rows) {
    const slug = blogCategorySlug(name)
    const known = found.get(slug)
    if (!known) found.set(slug, { slug, name, spellings: [name], posts, changedAt })
    else {
      known.spellings.push(name)
      known.posts += posts
      if (changedAt > known.changedAt) known.changedAt = changedAt
    }
  }
  return [...found.values()]
}

const LIST = `
  select category as name, count(*)::int as posts, max(greatest(updated_at, published_at)) as "changedAt"
  from blog_posts where ${SHOWN} and category <> '' group by category order by max(published_at) desc, max(id) desc`

/**
 * Returns a page of a category's posts, newest first, or null if the category has no public post. If `page` is out of
 * range, returns the first page.
 */
export async function listCategoryPosts(
  slug: string,
  page: number,
): Promise<(BlogList & { name: string; count: number }) | null> {
  const category = (await listBlogCategories()).find((one) => one.slug === slug)
  if (!category) return null
  const { name, spellings, posts: count } = category
  return { name, count, ...(await listPostsOfCategory(spellings, count, page)) }
}
