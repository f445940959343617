import { href } from 'react-router'
import { countSitemapParts } from '../games/catalogue/sitemap-games.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { config } from '../server/process/config.server.ts'
import { sitemapXml } from './sitemap-xml.ts'

export async function loader() {
  const parts = await countSitemapParts()
  const names = ['pages', 'categories', 'blog', ...Array.from({ length: parts }, (_, at) => `games-${at + 1}`)]
  const entries = names.map((name) => ({ path: href('/sitemaps/:name', { name: `${name}.xml` }) }))
  return new Response(sitemapXml(config().siteUrl, 'sitemapindex', entries), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', ...cacheHeaders('games') },
  })
}
