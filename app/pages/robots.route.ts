import { config } from '../server/process/config.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'

export function loader() {
  const rules = ['User-agent: *', 'Allow: /', 'Disallow: /search', 'Disallow: /game/', 'Disallow: /games?q=']
  const text = `${rules.join('\n')}\n\nSitemap: ${config().siteUrl}/sitemap.xml\n`
  return new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8', ...cacheHeaders() } })
}
