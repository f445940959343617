import { config } from '../server/config.server.ts'
import { sharedPage } from '../server/shared-page.server.ts'

export function loader() {
  const text = `User-agent: *\nAllow: /\nDisallow: /search\nDisallow: /game/\nDisallow: /games?q=\n\nSitemap: ${config().siteUrl}/sitemap.xml\n`
  return new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8', ...sharedPage() } })
}
