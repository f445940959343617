import { href } from 'react-router'
import { config } from '../server/process/config.server.ts'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { siteTexts } from '../site/site-texts.server.ts'

/**
 * GET: responds with the web app manifest and the site's name from the settings, for browsers that add the site to a
 * home screen.
 */
export function loader() {
  const { siteName } = config()
  const icon = (size: number) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })
  const manifest = {
    name: siteName,
    short_name: siteName,
    description: siteTexts().tagline,
    id: href('/'),
    start_url: href('/'),
    display: 'standalone',
    background_color: '#0f1820',
    theme_color: '#0f1820',
    icons: [icon(192), { ...icon(512), purpose: 'any maskable' }],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', ...cacheHeaders() },
  })
}
