import { config } from '../server/process/config.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'

export function loader() {
  const text = `User-agent: *\nAllow: /\nDisallow: /search\nDisallow: /game/\nDisallow: /games?q=\n\nSitemap: ${config().siteUrl}/sitemap.xml\n`
  return new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8', ...cacheHeaders() } })
}
