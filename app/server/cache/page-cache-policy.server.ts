export type SharingPolicy = { freshMs: number; staleMs: number; tags: string[] }

const SHAREABLE_STATUSES = new Set([200, 301, 308, 404, 410])

/**
 * Reads the sharing rules in a response's headers, as a CDN would; returns null if the response may not be shared. The
 * headers are `Cache-Control: public, s-maxage=60, stale-while-revalidate=600` and `Cache-Tag: games, game:12`.
 */
export function readSharingPolicy(status: number, headers: Headers): SharingPolicy | null {
  if (!SHAREABLE_STATUSES.has(status) || headers.has('set-cookie') || variesByClient(headers.get('vary'))) return null
  const control = new Map<string, string>()
  for (const directive of (headers.get('cache-control') ?? '').toLowerCase().split(',')) {
    const [name = '', value = ''] = directive.trim().split('=')
    control.set(name, value)
  }
  const fresh = Number(control.get('s-maxage'))
  if (!control.has('public') || control.has('private') || control.has('no-store') || !(fresh > 0)) return null
  return {
    freshMs: fresh * 1000,
    staleMs: (Number(control.get('stale-while-revalidate')) || 0) * 1000,
    tags: splitList(headers.get('cache-tag')),
  }
}

/** How long a browser caches the data of client navigations, so that going back is instant. */
const SEEN_S = 180

/**
 * Returns the caching headers of a shared response, as names and values in turn. Browsers revalidate a page each time
 * and get a 304, since their copies could not be purged. They cache the data of client navigations for minutes, per
 * cookie, so that it does not outlive a sign-in. A CDN reads a separate header (RFC 9213) and may serve stale pages.
 */
export function outgoingCacheControl({ freshMs, staleMs }: SharingPolicy, key: string): string[] {
  const fresh = freshMs / 1000
  const isData = /\.data(\?|$)/.test(key)
  return [
    'Cache-Control',
    `public, ${isData ? `max-age=${SEEN_S}` : 'max-age=0, must-revalidate'}, s-maxage=${fresh}`,
    'CDN-Cache-Control',
    `public, max-age=${fresh}, stale-while-revalidate=${staleMs / 1000}`,
    'Vary',
    isData ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
  ]
}

/** Pages with longer URLs are not cached. */
const MAX_KEY = 1024

/** The cache key of a page: path and sorted query. Null if too long. `url` is a path that begins with `/`. */
export function pageKey(url: string): string | null {
  if (url.length > MAX_KEY) return null
  const at = url.indexOf('?')
  if (at < 0) return url
  const query = new URLSearchParams(url.slice(at + 1))
  query.sort()
  const sorted = query.toString()
  return sorted ? `${url.slice(0, at)}?${sorted}` : url.slice(0, at)
}

/**
 * Whether a request's page is personal and never shared: it has a session (any cookie whose name contains `session`) or
 * a flash message to show (flash.server.ts).
 */
export function isPersonal(cookie: string | null | undefined): boolean {
  // A single pattern would scan a long cookie again from each of its characters.
  return cookie ? cookie.split(';').some((one) => /session|_note$/i.test(one.slice(0, one.indexOf('=')))) : false
}

function variesByClient(vary: string | null): boolean {
  return splitList(vary).some((name) => name.toLowerCase() !== 'accept-encoding')
}

function splitList(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}
