import { useEffect, useState } from 'react'
import { usePlayer } from '../../accounts/use-player.ts'

/**
 * Counts the time that a signed-in player plays a game. Returns the callback for the stage's `onPlaying`. Visitors do
 * not load the code.
 */
export function usePlayTime(gameId: number | undefined): (isPlaying: boolean) => void {
  const playerId = usePlayer()?.id
  const [isPlaying, setPlaying] = useState(false)
  useEffect(() => {
    if (!isPlaying || playerId === undefined || gameId === undefined) return
    let stop: (() => void) | null = null
    let isOver = false
    void import('./play-time.ts').then(({ measurePlayTime }) => {
      if (!isOver) stop = measurePlayTime(gameId)
    })
    return () => {
      isOver = true
      stop?.()
    }
  }, [isPlaying, playerId, gameId])
  return setPlaying
}
