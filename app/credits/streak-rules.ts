/** What the bulbs of a streak show; apart from what else earns credits, which the home page has no need of. */

/** Each so many days in a row with a sign-in earn the streak's credits. */
export const STREAK_DAYS = 7

/** How many of the seven bulbs a streak lights: all of them on its seventh day, one on its eighth. */
export function streakLit(streak: number): number {
  return streak < 1 ? 0 : ((streak - 1) % STREAK_DAYS) + 1
}
