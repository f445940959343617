/** The name of a category or collection in `game_counts`. */
export function countOfList(slug: string): string {
  if (slug === 'new' || slug === 'popular') return 'all'
  return slug === 'original' ? slug : `category:${slug}`
}

/** Whether pages link to a category or collection: only if it has games (docs/product.md#links-to-lists). */
export function isLinked(slug: string, counts: ReadonlyMap<string, number>): boolean {
  return (counts.get(countOfList(slug)) ?? 0) > 0
}
