import { useMemo } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { ShellPlayer } from '../shell/load-player.server.ts'
import { useFreshCredits } from './fresh-credits.ts'

/** The signed-in player as every screen knows them, from the root loader; null for a visitor. */
export function usePlayer(): ShellPlayer | null {
  const player = (useRouteLoaderData('root') as { player?: ShellPlayer | null } | undefined)?.player ?? null
  const credits = useFreshCredits()
  return useMemo(() => (player && credits !== null ? { ...player, credits } : player), [player, credits])
}
