import { prepared } from '../db/query.server.ts'
import { POSTS_IN_FEED, POSTS_ON_PAGE } from './blog-rules.ts'
import { pageAt } from '../lib/page-number.ts'

/** SQL condition for public posts: published, with a publication time that is not in the future. */
export const SHOWN = 'is_published and published_at <= now()'
const NEWEST = 'published_at desc, id desc'

export type BlogPicture = { src: string; width: number; height: number }

export type BlogCard = {
  slug: string
  title: string
  description: string
  /** Empty if the post has no category. */
  category: string
  picture: BlogPicture | null
  at: string
  views: number
  minutes: number
}

type CardRow = {
  slug: string
  title: string
  meta_description: string
  category: string
  featured_image: string | null
  featured_width: number | null
  featured_height: number | null
  published_at: Date
  views: number
  minutes: number
}

const CARD = `slug, title, meta_description, category, featured_image, featured_width, featured_height,
  published_at, views::float8 as views, minutes`

export type BlogList = { posts: BlogCard[]; page: number; pages: number }

/**
 * Returns a page of public posts, newest first. If `page` is out of range, returns the first page
 * (docs/product.md#published-posts).
 */
export async function listBlogPosts(page: number): Promise<BlogList> {
  const [count] = await prepared<{ posts: number }>(
    'blog-count',
    `select count(*)::int as posts from blog_posts where ${SHOWN}`,
  )
  return listPage(page, count?.posts ?? 0, (from) =>
    prepared(
      'blog-page',
      `select ${CARD} from blog_posts where ${SHOWN} order by ${NEWEST} limit ${POSTS_ON_PAGE} offset $1`,
      [from],
    ),
  )
}

/**
 * Returns a page of the public posts in a category. `categories` are its spellings, and `count` is the total number of
 * its posts.
 */
export async function listPostsOfCategory(categories: string[], count: number, page: number): Promise<BlogList> {
  return listPage(page, count, (from) =>
    prepared(
      'blog-category-page',
      `select ${CARD} from blog_posts where ${SHOWN} and category = any($2)
       order by ${NEWEST} limit ${POSTS_ON_PAGE} offset $1`,
      [from, categories],
    ),
  )
}

async function listPage(page: number, count: number, read: (from: number) => Promise<CardRow[]>): Promise<BlogList> {
  const at = pageAt(count, page, POSTS_ON_PAGE)
  return { posts: (await read((at.page - 1) * POSTS_ON_PAGE)).map(cardOf), page: at.page, pages: at.pages }
}

function cardOf({ slug, title, meta_description, category, published_at, views, minutes, ...row }: CardRow): BlogCard {
  return {
    slug,
    title,
    description: meta_description,
    category,
    picture: pictureOf(row),
    at: published_at.toISOString(),
    views,
    minutes,
  }
}

function pictureOf(row: Pick<CardRow, 'featured_image' | 'featured_width' | 'featured_height'>): BlogPicture | null {
  const { featured_image: src, featured_width: width, featured_height: height } = row
  return src !== null && width !== null && height !== null ? { src, width, height } : null
}

type Neighbour = { slug: string; title: string }

/**
 * A post with all the data that its page shows. Pass `content` through `trustedContent` before putting it into a page.
 */
export type BlogPost = BlogCard & {
  id: number
  metaTitle: string
  author: string
  tags: string[]
  content: string
  signature: string | null
  changedAt: string
  /** The next older and next newer public post. */
  older: Neighbour | null
  newer: Neighbour | null
}

type PostRow = CardRow & {
  id: number
  meta_title: string
  author: string
  tags: string[]
  content: string
  signature: string | null
  updated_at: Date
  older: Neighbour | null
  newer: Neighbour | null
}

/** Returns the public post at `/blog/{slug}`, or null if there is none. */
export async function findBlogPost(slug: string): Promise<BlogPost | null> {
  const [row] = await prepared<PostRow>('blog-post', FIND, [slug])
  if (!row) return null
  const { id, meta_title, author, tags, content, signature, updated_at, older, newer } = row
  const own = { id, metaTitle: meta_title, author, tags, content, signature, changedAt: updated_at.toISOString() }
  return { ...cardOf(row), ...own, older, newer }
}

const FIND = `
  select id, ${CARD}, meta_title, author, tags, content, content_signature as signature, updated_at,
    (select json_build_object('slug', slug, 'title', title) from blog_posts
      where ${SHOWN} and (published_at, id) < (p.published_at, p.id) order by ${NEWEST} limit 1) as older,
    (select json_build_object('slug', slug, 'title', title) from blog_posts
      where ${SHOWN} and (published_at, id) > (p.published_at, p.id) order by published_at, id limit 1) as newer
  from blog_posts p where slug = $1 and ${SHOWN}`

/** Returns the data that other sites show for a link to a post, or null if there is no public post with this id. */
export async function findBlogHead(id: number): Promise<Pick<BlogPost, 'title' | 'author' | 'picture'> | null> {
  const [row] = await prepared<CardRow & { author: string }>(
    'blog-head',
    `select ${CARD}, author from blog_posts where id = $1 and ${SHOWN}`,
    [id],
  )
  return row ? { title: row.title, author: row.author, picture: pictureOf(row) } : null
}

export type FeedPost = Pick<
  BlogPost,
  'slug' | 'title' | 'description' | 'author' | 'category' | 'tags' | 'content' | 'signature'
> & {
  publishedAt: Date
  changedAt: Date
}

/** Returns the newest posts with their full content. */
export function listFeedPosts(): Promise<FeedPost[]> {
  return prepared(
    'blog-feed',
    `select slug, title, meta_description as description, author, category, tags, content,
       content_signature as signature, published_at as "publishedAt", updated_at as "changedAt"
     from blog_posts where ${SHOWN} order by ${NEWEST} limit ${POSTS_IN_FEED}`,
  )
}

/**
 * Returns the newest posts for the sitemap, with the time of each post's last change. The limit is the maximum size of
 * a sitemap.
 */
export function listSitemapPosts(): Promise<{ slug: string; updated_at: Date }[]> {
  return prepared(
    'blog-sitemap',
    `select slug, greatest(updated_at, published_at) as updated_at
      from blog_posts where ${SHOWN} order by ${NEWEST} limit 50000`,
  )
}

/** Returns whether a post became public within the last `seconds`. */
export async function hasJustOpened(seconds: number): Promise<boolean> {
  const found = await prepared(
    'blog-just-opened',
    `select from blog_posts where ${SHOWN} and published_at > now() - make_interval(secs => $1) limit 1`,
    [seconds],
  )
  return found.length > 0
}
