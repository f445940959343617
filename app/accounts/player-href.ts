/** Returns the path of a player's public profile. */
export function playerHref(username: string): string {
  return `/players/${encodeURIComponent(username)}`
}
