import { useMemo } from 'react'
import { type SignedInPlayer, usePlayer } from '../accounts/use-player.ts'
import { useFreshCredits } from './fresh-credits.ts'
import type { ToldVisit } from './describe-visit.ts'

/** What every screen knows of a player's credits. */
export type PlayerCredits = {
  credits: number
  /** The UTC day that this was loaded on. */
  day: string
  /** Days in a row with a sign-in, this one included; null where the day is not noted yet. */
  streak: number | null
  /** What tomorrow's visit earns; null likewise. */
  tomorrow: number | null
  hasSpun: boolean
  /** What this visit has earned, for the one page that it was the first visit with. */
  visit: ToldVisit | null
}

/** The signed-in player with the newest balance; null for a visitor. `Part` as of `usePlayer`. */
export function useCreditedPlayer<Part extends object = object>(): (SignedInPlayer & PlayerCredits & Part) | null {
  const player = usePlayer<PlayerCredits & Part>()
  const credits = useFreshCredits()
  return useMemo(() => (player && credits !== null ? { ...player, credits } : player), [player, credits])
}
