import { type RefObject, useEffect } from 'react'

/** The number of pixels that a mouse moves before a press becomes a drag (docs/product.md#board-and-carousel). */
const THRESHOLD = 10

/** Lets a user drag a row sideways with a mouse, as with a finger. A drag does not count as a click. */
export function useDragScroll(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const row = ref.current
    if (!row) return
    let from: { x: number; left: number; dragged: boolean } | null = null
    const down = (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && event.button === 0)
        from = { x: event.clientX, left: row.scrollLeft, dragged: false }
    }
    const move = (event: PointerEvent) => {
      if (!from) return
      const moved = event.clientX - from.x
      if (!from.dragged && Math.abs(moved) < THRESHOLD) return
      if (!from.dragged) row.style.scrollSnapType = 'none'
      from.dragged = true
      row.scrollLeft = from.left - moved
    }
    const up = () => {
      if (from?.dragged) row.style.scrollSnapType = ''
      setTimeout(() => (from = null))
    }
    const click = (event: MouseEvent) => {
      if (!from?.dragged) return
      event.preventDefault()
      event.stopPropagation()
    }
    const start = (event: DragEvent) => event.preventDefault()
    row.addEventListener('pointerdown', down)
    row.addEventListener('dragstart', start)
    row.addEventListener('click', click, true)
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    return () => {
      row.removeEventListener('pointerdown', down)
      row.removeEventListener('dragstart', start)
      row.removeEventListener('click', click, true)
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
    }
  }, [ref])
}
