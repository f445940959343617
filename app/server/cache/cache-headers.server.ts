/**
 * The content on which a cached page or cached data depends: the catalogue or one game, the board or one post, a
 * player's profile, the blog. `site`, the site's texts, and `arrangement`, the operators' settings for categories, tags
 * and collections, apply to every page and need not be named. Every change must call `purgePages`; a page without a tag
 * never changes while the process runs. Add new tags here. A test checks that something purges each tag.
 */
export type Tag =
  | 'games'
  | `game:${number}`
  | 'community'
  | `post:${number}`
  | `player:${string}`
  | 'blog'
  | 'site'
  | 'arrangement'

/**
 * Headers that let our page cache and CDNs cache a page for a minute, and serve it stale for ten more while they
 * refresh it. Purging one of `tags` drops it. Only visitors get the cached page: with a session cookie it is always
 * rendered, and sent `private, no-store` (http.server.ts). So a loader may read the player, but no other cookie or
 * header.
 *
 * If the tags are known before loading: `export const headers = () => cacheHeaders('games')`. Otherwise return `data(…,
 * { headers: cacheHeaders(…) })` and `export const headers = ({ loaderHeaders }) => loaderHeaders`.
 */
export function cacheHeaders(...tags: Tag[]): CacheHeaders {
  return headersOf(FRESH_S, STALE_S, tags)
}

/**
 * Like `cacheHeaders`, for a page that depends on the UTC day: it expires at midnight, and is then not even served
 * stale.
 */
export function cacheHeadersOfDay(now: Date, ...tags: Tag[]): CacheHeaders {
  const left = Math.max(1, Math.floor((DAY_MS - (now.getTime() % DAY_MS)) / 1000))
  const fresh = Math.min(FRESH_S, left)
  return headersOf(fresh, Math.min(STALE_S, left - fresh), tags)
}

type CacheHeaders = { 'Cache-Control': string; 'Cache-Tag': string }

const FRESH_S = 60
const STALE_S = 600
const DAY_MS = 86_400_000

function headersOf(fresh: number, stale: number, tags: Tag[]): CacheHeaders {
  return {
    'Cache-Control': `public, s-maxage=${fresh}, stale-while-revalidate=${stale}`,
    'Cache-Tag': tags.join(', '),
  }
}
