/**
 * A condition for `where not`: whether one of two players (expressions, uuids) has blocked the other. Then neither sees
 * the other's posts and comments (docs/product.md#blocks).
 */
export function blocked(one: string, other: string): string {
  return `exists (select from player_blocks where (player_id, blocked_id) in ((${one}, ${other}), (${other}, ${one})))`
}
