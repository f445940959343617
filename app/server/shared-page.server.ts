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
export function sharedPage(...tags: Tag[]): { 'Cache-Control': string; 'Cache-Tag': string } {
  return {
    'Cache-Control': 'public, s-maxage=60, stale-while-revalidate=600',
    'Cache-Tag': tags.join(', '),
  }
}
