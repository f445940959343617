const DAY = 86_400_000

/** Whether a card shows NEW: the game was added less than 7 days ago (docs/product.md#badges). */
export function isNew(createdAt: Date, now = Date.now()): boolean {
  return now - createdAt.getTime() < 7 * DAY
}

/** Whether a card shows HOT: the game has more than 100 views. */
export function isHot(views: number): boolean {
  return views > 100
}

/**
 * Removes NEW from all cards if at least a fifth of them have it, as after an import, since the badge then means
 * nothing.
 */
export function withoutCommonNew<T extends Marked>(cards: T[]): T[] {
  const fresh = cards.filter(({ badges }) => badges?.includes('NEW')).length
  return fresh === 0 || fresh * 5 < cards.length ? cards : cards.map(withoutNew)
}

type Marked = { badges?: ('NEW' | 'HOT')[] }

export function withoutNew<T extends Marked>(card: T): T {
  if (!card.badges?.includes('NEW')) return card
  const { badges, ...others } = card
  return (badges.includes('HOT') ? { ...others, badges: ['HOT'] } : others) as T
}

/** The tile of a list with fewer games shows no badge. */
const TELLING_TILE = 8

/** The badge of a list's tile, or undefined if the list has too few games. */
export function tileBadge<T extends string>(badge: T | undefined, games: number): T | undefined {
  return games < TELLING_TILE ? undefined : badge
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

/** The badges of a game's page, derived from its age and views; Featured if none applies. */
export function badgesOf(game: { createdAt: Date; views: number }, now = Date.now()): Badge[] {
  const badges: Badge[] = []
  if (isNew(game.createdAt, now)) badges.push('New', 'Recent')
  if (game.views > 1000) badges.push('Popular', 'Most Played')
  if (game.views > 5000) badges.push('Trending', 'Top Rated')
  if (game.views > 10_000) badges.push('Featured', "Editor's Choice")
  return badges.length ? badges : ['Featured']
}
