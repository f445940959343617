/** Link to the public profile of a player. */
export function playerHref(username: string): string {
  return `/players/${encodeURIComponent(username)}`
}
