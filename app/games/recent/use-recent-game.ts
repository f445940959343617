import { useEffect } from 'react'
import { usePlayer } from '../../accounts/use-player.ts'
import { localRecent } from './local-recent.ts'
import type { Picture } from '../pictures/picture.server.ts'

type Game = { id: number; slug: string; title: string; picture: Picture; categories: string[] }

/** Saves a game in a visitor's browser once it plays. For a player, the server does so when it receives the view. */
export function useRecentGame(game: Game, isPlaying: boolean): void {
  const isVisitor = usePlayer() === null
  useEffect(() => {
    if (!isPlaying || !isVisitor) return
    const { id, slug, title, picture, categories } = game
    localRecent.add({ id, slug, title, picture, categories, at: Date.now() })
  }, [game, isPlaying, isVisitor])
}
