import { visit } from 'unist-util-visit'
import type { Feed } from '../site/feed-xml.ts'
import { htmlOf, isOwnPath, readMarkup } from '../server/markup.server.ts'
import { blogHref, blogPostHref } from './blog-href.ts'
import { listFeedPosts } from './blog-posts.server.ts'

/** The newest posts as a feed, whole (docs/product.md, Blog). */
export async function loadBlogFeed({ name, url }: { name: string; url: string }): Promise<Feed> {
  const posts = await listFeedPosts()
  return {
    title: `${name} Blog`,
    description: 'Latest gaming news, tips, and guides',
    path: blogHref(),
    entries: posts.map(({ slug, title, description, author, category, tags, content, publishedAt, changedAt }) => ({
      title,
      path: blogPostHref(slug),
      summary: description || title,
      html: absoluteHtml(content, new URL(blogPostHref(slug), url).href),
      author,
      tags: [category, ...tags].filter(Boolean),
      publishedAt,
      changedAt: changedAt > publishedAt ? changedAt : publishedAt,
    })),
  }
}

/** Readers of feeds show a post far from its page: its paths, and its own headings, by their whole addresses. */
function absoluteHtml(content: string, page: string): string {
  const tree = readMarkup(content, 'html')
  visit(tree, 'element', ({ properties }) => {
    for (const name of ['href', 'src']) {
      const address = String(properties[name] ?? '')
      if (isOwnPath(address) || address.startsWith('#')) properties[name] = new URL(address, page).href
    }
  })
  return htmlOf(tree)
}
