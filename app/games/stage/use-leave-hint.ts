import { useEffect, useState } from 'react'

export const LEAVE_HINT = 'Esc returns the keyboard to the page'

const SHOWN_MS = 10_000

let hasShown = false

/** Whether to show now how to return the keyboard to the page: once, for the first game that takes it. */
export function useLeaveHint(hasKeyboard: boolean): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!hasKeyboard || hasShown) return
    hasShown = true
    setShown(true)
    const timer = setTimeout(() => setShown(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [hasKeyboard])
  return isShown
}
