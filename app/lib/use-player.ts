import { useRouteLoaderData } from 'react-router'
import type { ShellPlayer } from '../shell/load-player.server.ts'

/** The signed-in player as every screen knows them, from the root loader; null for a visitor. */
export function usePlayer(): ShellPlayer | null {
  return (useRouteLoaderData('root') as { player?: ShellPlayer | null } | undefined)?.player ?? null
}
