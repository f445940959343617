/**
 * Which games there are for visitors: those in lists, counts, searches and sitemaps (docs/product.md, Catalogue). A condition on rows of
 * `games`, under the name that a query gives them. Here alone, since a partial index serves a query only where both say the
 * same; whoever changes it makes the indexes of `games` anew (npm run migration).
 */
export function listed(games?: 'g'): string {
  return `${games ? `${games}.` : ''}url is not null`
}
