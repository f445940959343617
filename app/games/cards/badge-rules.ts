const DAY = 86_400_000

/** NEW on a card: created under 7 days ago (docs/product.md, Lists). */
export function isNew(createdAt: Date, now = Date.now()): boolean {
  return now - createdAt.getTime() < 7 * DAY
}

/** HOT on a card: views above 100 (docs/product.md, Lists). */
export function isHot(views: number): boolean {
  return views > 100
}

export const BADGES = [
  'Featured',
  'Popular',
  'New',
  'Trending',
  "Editor's Choice",
  'Most Played',
  'Recent',
  'Top Rated',
] as const
export type Badge = (typeof BADGES)[number]

/** The badges of a game's page, derived from its age and views; none of them gives Featured. */
export function badgesOf(game: { createdAt: Date; views: number }, now = Date.now()): Badge[] {
  const badges: Badge[] = []
  if (isNew(game.createdAt, now)) badges.push('New', 'Recent')
  if (game.views > 1000) badges.push('Popular', 'Most Played')
  if (game.views > 5000) badges.push('Trending', 'Top Rated')
  if (game.views > 10_000) badges.push('Featured', "Editor's Choice")
  return badges.length ? badges : ['Featured']
}
