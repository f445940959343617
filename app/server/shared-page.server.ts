/**
 * What a shared page shows: the catalogue, one game of it; the board, one post of it, a player's profile; the blog; and `site`, its own words,
 * which all pages show and none need name. Whatever changes it purges it (`purgePages`); a page without a tag
 * is the same for as long as the process runs. A new tag is a member here, and is purged somewhere: a test sees to it.
 */
export type Tag = 'games' | `game:${number}` | 'community' | `post:${number}` | `player:${string}` | 'blog' | 'site'

/**
 * The headers of a page whose anonymous form may be shared: the page cache and any CDN keep it a minute, and serve it
 * ten more while they fetch it anew. `tags` name what it shows: a change of that purges it.
 */
export function sharedPage(...tags: Tag[]): SharedHeaders {
  return headersOf(FRESH_S, STALE_S, tags)
}

/** The same for a page that says something of the day in UTC: it is gone at midnight, and what is stale too. */
export function sharedPageOfDay(now: Date, ...tags: Tag[]): SharedHeaders {
  const left = Math.max(1, Math.floor((DAY_MS - (now.getTime() % DAY_MS)) / 1000))
  const fresh = Math.min(FRESH_S, left)
  return headersOf(fresh, Math.min(STALE_S, left - fresh), tags)
}

type SharedHeaders = { 'Cache-Control': string; 'Cache-Tag': string }

const FRESH_S = 60
const STALE_S = 600
const DAY_MS = 86_400_000

function headersOf(fresh: number, stale: number, tags: Tag[]): SharedHeaders {
  return {
    'Cache-Control': `public, s-maxage=${fresh}, stale-while-revalidate=${stale}`,
    'Cache-Tag': tags.join(', '),
  }
}
