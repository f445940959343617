/**
 * The headers of a page whose anonymous form may be shared: the page cache and any CDN keep it a minute, and serve it
 * ten more while they fetch it anew. `tags` name what it shows: a change of that purges it (design.md, Pages and the
 * cache).
 */
export function sharedPage(...tags: string[]): { 'Cache-Control': string; 'Cache-Tag': string } {
  return {
    'Cache-Control': 'public, s-maxage=60, stale-while-revalidate=600',
    'Cache-Tag': tags.join(', '),
  }
}
