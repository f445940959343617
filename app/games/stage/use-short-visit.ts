import { useEffect, useRef } from 'react'
import { href } from 'react-router'

const SHORT_VISIT_MS = 10_000

/**
 * Reports once if the visitor leaves within ten seconds of the start of the game, as from a game that shows nothing:
 * closes the tab, or opens another page (docs/product.md#broken-games).
 */
export function useShortVisit(gameId: number, isPlayed: boolean): void {
  const isReported = useRef(false)
  useEffect(() => {
    if (!isPlayed || isReported.current) return
    const startedAt = performance.now()
    const leave = () => {
      if (isReported.current || performance.now() - startedAt >= SHORT_VISIT_MS) return
      isReported.current = true
      navigator.sendBeacon(href('/game/:id/short-visits', { id: String(gameId) }))
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [isPlayed, gameId])
}
