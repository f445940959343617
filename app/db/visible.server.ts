/**
 * A condition on rows of `posts` or `comments`, by table name or alias: which of them everybody sees, neither pending
 * review nor removed (docs/product.md#pending-posts-and-comments). Defined only here, like `listed` (listed.server.ts),
 * since partial indexes have the same condition.
 */
export function visible(name?: 'p' | 'c'): string {
  return `${name ? `${name}.` : ''}state = 'shown'`
}
