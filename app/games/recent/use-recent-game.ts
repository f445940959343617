import { useEffect } from 'react'
import { usePlayer } from '../../accounts/use-player.ts'
import { keptRecent } from './kept-recent.ts'
import type { Picture } from '../pictures/picture.server.ts'

type Game = { id: number; slug: string; title: string; picture: Picture; categories: string[] }

/** Has the browser of a visitor remember a game once it plays. For players the server does, as it hears of the view. */
export function useRecentGame(game: Game, isPlaying: boolean): void {
  const isVisitor = usePlayer() === null
  useEffect(() => {
    if (!isPlaying || !isVisitor) return
    const { id, slug, title, picture, categories } = game
    keptRecent.add({ id, slug, title, picture, categories, at: Date.now() })
  }, [game, isPlaying, isVisitor])
}
