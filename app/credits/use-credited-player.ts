import { useMemo } from 'react'
import { type SignedInPlayer, usePlayer } from '../accounts/use-player.ts'
import { useFreshCredits } from './fresh-credits.ts'
import type { ReportedVisit } from './streak/describe-visit.ts'

/** The player's credits, which every screen can read. */
export type PlayerCredits = {
  credits: number
  /** The UTC day on which this data was loaded. */
  day: string
  /** Days in a row with a sign-in, including today; null until today's visit is recorded. */
  streak: number | null
  /** The credits that tomorrow's visit will earn; null until today's visit is recorded. */
  tomorrow: number | null
  hasSpun: boolean
  /** The result of the day's first visit; null except on the page that was opened by that visit. */
  visit: ReportedVisit | null
}

/** Returns the signed-in player with the newest balance, or null for a visitor. `Part` works as in `usePlayer`. */
export function useCreditedPlayer<Part extends object = object>(): (SignedInPlayer & PlayerCredits & Part) | null {
  const player = usePlayer<PlayerCredits & Part>()
  const credits = useFreshCredits()
  return useMemo(() => (player && credits !== null ? { ...player, credits } : player), [player, credits])
}
