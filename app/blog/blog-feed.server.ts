import type { Feed } from '../site/feed-xml.ts'
import { mapAddresses } from '../markup/markup.server.ts'
import { cached } from '../server/cache/data-cache.server.ts'
import { blogHref, blogPostHref } from './blog-href.ts'
import { type FeedPost, listFeedPosts } from './blog-posts.server.ts'
import { shownContent } from './publishing/trusted-content.server.ts'

/** Returns the feed of the newest posts with their full content (docs/product.md#published-posts). */
export function loadBlogFeed(site: { name: string; url: string }): Promise<Feed> {
  return cached('blog-feed', ['blog', 'site'], () => readBlogFeed(site))
}

async function readBlogFeed({ name, url }: { name: string; url: string }): Promise<Feed> {
  const posts = await listFeedPosts()
  return {
    title: `${name} Blog`,
    description: 'Latest gaming news, tips, and guides',
    path: blogHref(),
    entries: await Promise.all(posts.map((post) => entryOf(post, url))),
  }
}

async function entryOf(post: FeedPost, siteUrl: string): Promise<Feed['entries'][number]> {
  const { slug, title, description, author, category, tags, publishedAt, changedAt } = post
  const path = blogPostHref(slug)
  return {
    title,
    path,
    summary: description || title,
    html: absoluteHtml(await shownContent(post), new URL(path, siteUrl).href),
    author,
    tags: [category, ...tags].filter(Boolean),
    publishedAt,
    changedAt: changedAt > publishedAt ? changedAt : publishedAt,
  }
}

/** Feed readers show a post outside its page, so its links and pictures need absolute URLs. */
function absoluteHtml(content: string, page: string): string {
  return mapAddresses(content, (address) => URL.parse(address, page)?.href)
}
