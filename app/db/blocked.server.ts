/**
 * Whether the players of two expressions (uuids) have nothing to do with each other, since one blocked the other: neither sees what the
 * other writes (docs/product.md, Community). For `where not`.
 */
export function blocked(one: string, other: string): string {
  return `exists (select from player_blocks where (player_id, blocked_id) in ((${one}, ${other}), (${other}, ${one})))`
}
