import { config } from '../server/config.server.ts'
import { sharedPage } from '../server/shared-page.server.ts'
import { FEED_TYPES, feedXml } from '../site/feed-xml.ts'
import { loadBlogFeed } from './blog-feed.server.ts'

export async function loader() {
  const { siteName: name, siteUrl: url } = config()
  return new Response(feedXml(url, 'rss', await loadBlogFeed({ name, url })), {
    headers: { 'Content-Type': `${FEED_TYPES.rss}; charset=utf-8`, ...sharedPage('blog') },
  })
}
