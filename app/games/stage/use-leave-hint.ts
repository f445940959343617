import { useEffect, useState } from 'react'

export const LEAVE_HINT = 'Press Esc to leave the game’s controls'

const SHOWN_MS = 10_000

let hasShown = false

/**
 * Whether to show how to move the focus back to the page: only once, for the first game that takes the focus, and not
 * on phones, which have no Esc.
 */
export function useLeaveHint(hasKeyboard: boolean): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!hasKeyboard || hasShown || matchMedia('(hover: none) and (pointer: coarse)').matches) return
    hasShown = true
    setShown(true)
    const timer = setTimeout(() => setShown(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [hasKeyboard])
  return isShown
}
