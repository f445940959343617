import { useEffect, useState } from 'react'
import { usePlayer } from '../accounts/use-player.ts'

/** Has the time counted in which a signed-in player plays a game; for the stage's `onPlaying`. Visitors load nothing for it. */
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
