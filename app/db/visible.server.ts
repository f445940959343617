/**
 * Which posts and comments are for everybody (docs/product.md, Community): not those that wait for an operator or were removed.
 * A condition on rows of `posts` or `comments`, under the name that a query gives them. Here alone, as `listed` is
 * (listed.server.ts): partial indexes say the same.
 */
export function visible(name?: 'p' | 'c'): string {
  return `${name ? `${name}.` : ''}state = 'shown'`
}
