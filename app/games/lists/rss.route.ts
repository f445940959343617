import { config } from '../../server/process/config.server.ts'
import { cacheHeaders } from '../../server/cache/cache-headers.server.ts'
import { FEED_TYPES, feedXml } from '../../site/feed-xml.ts'
import { loadGamesFeed } from './games-feed.server.ts'

export async function loader() {
  const { siteName, siteUrl } = config()
  return new Response(feedXml(siteUrl, 'rss', await loadGamesFeed(siteName)), {
    headers: { 'Content-Type': `${FEED_TYPES.rss}; charset=utf-8`, ...cacheHeaders('games') },
  })
}
