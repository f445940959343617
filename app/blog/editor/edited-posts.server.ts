import { prepared } from '../../db/query.server.ts'
import { type PostState, stateOf } from './drafts.server.ts'
import { pageAt } from '../../lib/page-number.ts'

export const EDITED_ON_PAGE = 30

/** A post in the operators' list; its title is empty if nobody has written it yet. */
export type ListedPost = {
  id: number
  title: string
  state: PostState
  /** Null unless the post is public. */
  slug: string | null
  /** Whether a published post has unpublished changes. */
  isChanged: boolean
  publishedAt: Date | null
  editedAt: Date
  editor: string | null
}

type Row = Omit<ListedPost, 'state' | 'slug'> & { isPublished: boolean; slug: string }

/**
 * Returns a page of all posts, last edited first. A page out of range is the first (docs/product.md#list-of-all-posts).
 */
export async function listEditedPosts(page: number): Promise<{ posts: ListedPost[]; page: number; pages: number }> {
  const [count] = await prepared<{ posts: number }>(
    'blog-edited-count',
    'select count(*)::int as posts from blog_posts',
  )
  const at = pageAt(count?.posts ?? 0, page, EDITED_ON_PAGE)
  const rows = await prepared<Row>('blog-edited', LIST, [EDITED_ON_PAGE, (at.page - 1) * EDITED_ON_PAGE])
  const posts = rows.map(({ isPublished, slug, ...post }) => {
    const state = stateOf({ isPublished, publishedAt: post.publishedAt })
    return { ...post, state, slug: state === 'published' ? slug : null }
  })
  return { posts, page: at.page, pages: at.pages }
}

const LIST = `
  select p.id, p.slug, p.is_published as "isPublished", p.published_at as "publishedAt",
    case when d.is_published is false then d.fields ->> 'title' else p.title end as title,
    p.is_published and d.is_published is false as "isChanged",
    greatest(d.saved_at, p.updated_at) as "editedAt",
    case when d.saved_at >= p.updated_at then e.username end as editor
  from blog_posts p
    left join lateral (select * from blog_drafts where post_id = p.id order by revision desc limit 1) d on true
    left join players e on e.id = d.saved_by
  order by greatest(d.saved_at, p.updated_at) desc, p.id desc limit $1 offset $2`
