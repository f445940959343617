/** From so many games on the site links to every list that it knows of, and says of itself what operators write (docs/product.md, Lists). */
export const LARGE = 800

/** The name under which `game_counts` has the games of a category or collection. */
export function countOfList(slug: string): string {
  if (slug === 'new' || slug === 'popular') return 'all'
  return slug === 'original' ? slug : `category:${slug}`
}

/** Whether pages link to a category or collection: to one without games only where the catalogue is large. */
export function isLinked(slug: string, counts: ReadonlyMap<string, number>): boolean {
  return (counts.get('all') ?? 0) >= LARGE || (counts.get(countOfList(slug)) ?? 0) > 0
}
