import { config } from '../server/process/config.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { FEED_TYPES, feedXml } from '../site/feed-xml.ts'
import { loadBlogFeed } from './blog-feed.server.ts'

export async function loader() {
  const { siteName: name, siteUrl: url } = config()
  return new Response(feedXml(url, 'atom', await loadBlogFeed({ name, url })), {
    headers: { 'Content-Type': `${FEED_TYPES.atom}; charset=utf-8`, ...cacheHeaders('blog') },
  })
}
