import { type RefObject, useEffect } from 'react'

/** How long after input on the page itself a scroll counts as the visitor's. */
const HAND_MS = 1500

/**
 * Keeps the page still while a game has the keyboard: arrow keys and space that a frame does not use would scroll the
 * page around it. A cross-origin frame hides its keys, so a scroll without wheel, touch or pointer input on the page
 * itself is undone. Not on touch-only devices, where fingers scroll the page through the frame too.
 */
export function usePageStillness(frame: RefObject<HTMLIFrameElement | null>): void {
  useEffect(() => {
    if (matchMedia('(hover: none) and (pointer: coarse)').matches) return
    let handAt = -Infinity
    let still: number | null = null
    const hand = () => {
      handAt = performance.now()
    }
    const scrolled = () => {
      const playing = frame.current !== null && document.activeElement === frame.current
      const byHand = performance.now() - handAt < HAND_MS
      if (!playing || byHand) {
        still = null
        if (playing) hand()
      } else if (still !== null) scrollTo({ top: still, behavior: 'instant' })
    }
    const remember = () => {
      still = document.activeElement === frame.current ? scrollY : null
    }
    const events = ['wheel', 'touchmove', 'pointermove', 'pointerdown', 'keydown'] as const
    for (const name of events) window.addEventListener(name, hand, { passive: true })
    window.addEventListener('scroll', scrolled, { passive: true })
    window.addEventListener('blur', remember)
    const timer = setInterval(() => {
      if (still === null && performance.now() - handAt > HAND_MS) remember()
    }, 250)
    return () => {
      for (const name of events) window.removeEventListener(name, hand)
      window.removeEventListener('scroll', scrolled)
      window.removeEventListener('blur', remember)
      clearInterval(timer)
    }
  }, [frame])
}
