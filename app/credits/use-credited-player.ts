import { useMemo } from 'react'
import { type SignedInPlayer, usePlayer } from '../accounts/use-player.ts'
import { useFreshCredits } from './fresh-credits.ts'
import type { ReportedVisit } from './streak/describe-visit.ts'

/** The player's credits, as available to every screen. */
export type PlayerCredits = {
  credits: number
  /** The UTC day on which this was loaded. */
  day: string
  /** Days in a row with a sign-in, including today; null if today's visit is not noted yet. */
  streak: number | null
  /** What tomorrow's visit earns; null if today's visit is not noted yet. */
  tomorrow: number | null
  hasSpun: boolean
  /** What the day's first visit earned, only on the page of that visit. */
  visit: ReportedVisit | null
}

/** The signed-in player with the newest balance; null for a visitor. `Part` as in `usePlayer`. */
export function useCreditedPlayer<Part extends object = object>(): (SignedInPlayer & PlayerCredits & Part) | null {
  const player = usePlayer<PlayerCredits & Part>()
  const credits = useFreshCredits()
  return useMemo(() => (player && credits !== null ? { ...player, credits } : player), [player, credits])
}
