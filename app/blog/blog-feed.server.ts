import { visit } from 'unist-util-visit'
import type { Feed } from '../site/feed-xml.ts'
import { htmlOf, readMarkup } from '../server/markup.server.ts'
import { sharedData } from '../server/shared-data.server.ts'
import { blogHref, blogPostHref } from './blog-href.ts'
import { listFeedPosts } from './blog-posts.server.ts'
import { linked } from './shown-content.server.ts'

/** The newest posts as a feed, whole (docs/product.md, Blog). */
export function loadBlogFeed(site: { name: string; url: string }): Promise<Feed> {
  return sharedData('blog-feed', ['blog', 'site'], () => readBlogFeed(site))
}

async function readBlogFeed({ name, url }: { name: string; url: string }): Promise<Feed> {
  const posts = await listFeedPosts()
  return {
    title: `${name} Blog`,
    description: 'Latest gaming news, tips, and guides',
    path: blogHref(),
    entries: posts.map(({ slug, title, description, author, category, tags, content, publishedAt, changedAt }) => ({
      title,
      path: blogPostHref(slug),
      summary: description || title,
      html: absoluteHtml(linked(content), new URL(blogPostHref(slug), url).href),
      author,
      tags: [category, ...tags].filter(Boolean),
      publishedAt,
      changedAt: changedAt > publishedAt ? changedAt : publishedAt,
    })),
  }
}

/** Readers of feeds show a post far from its page: its links and pictures by their whole addresses. */
function absoluteHtml(content: string, page: string): string {
  const tree = readMarkup(content, 'html')
  visit(tree, 'element', ({ properties }) => {
    for (const name of ['href', 'src']) {
      if (properties[name] === undefined) continue
      const address = URL.parse(String(properties[name]), page)
      if (address) properties[name] = address.href
      else delete properties[name]
    }
  })
  return htmlOf(tree)
}
