/**
 * A condition on rows of `games`, by table name or alias: which games visitors find in lists, counts, searches and
 * sitemaps (docs/product.md#games-and-slugs). Defined only here, since a partial index serves a query only if both have
 * the same condition. If you change it, recreate the indexes of `games` (npm run migration).
 */
export function listed(games?: 'g'): string {
  return `${games ? `${games}.` : ''}url is not null`
}
