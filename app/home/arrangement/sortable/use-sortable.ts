import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useBeforeUnload } from 'react-router'

/** Dragging within this distance of a window edge scrolls the page. In pixels, and pixels per frame. */
const EDGE = 72
const SCROLLED = 12

type Options = {
  /** The list's element. It contains only the items. */
  list: RefObject<HTMLElement | null>
  /** The keys of the items, in the saved order. */
  keys: string[]
  nameOf: (key: string) => string
  /** Saves a new order. Until the promise resolves, the list shows the new order instead of `keys`. */
  onOrder: (keys: string[]) => Promise<void>
}

/**
 * Returns the props of a list whose items can be dragged by a handle, moved with the arrow keys on it, and moved with
 * buttons (`move`). `order` is the order to show, and `message` is for a live region.
 */
export function useSortable({ list, keys, nameOf, onOrder }: Options) {
  const [changed, setChanged] = useState<string[] | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [message, setMessage] = useState('')
  const order = changed ?? keys

  // The browser asks before the operator closes a page whose order is not saved yet.
  useBeforeUnload((event) => changed && event.preventDefault())

  /** Once an order is saved or refused, the list shows `keys` again, unless it has changed since. */
  async function save(next: string[]) {
    await onOrder(next)
    startTransition(() => setChanged((now) => (now === next ? null : now)))
  }

  const announce = (key: string, next: string[]) =>
    setMessage(`${nameOf(key)} moved to position ${next.indexOf(key) + 1} of ${next.length}`)

  function move(key: string, by: 1 | -1) {
    const at = order.indexOf(key)
    const to = at + by
    if (to < 0 || to >= order.length) return
    const next = order.toSpliced(at, 1).toSpliced(to, 0, key)
    setChanged(next)
    announce(key, next)
    void save(next)
  }

  /** Moves the dragged item to the pointer: below all items whose middle is above the pointer. */
  const follow = useEffectEvent((y: number) => {
    if (!dragged || !list.current) return
    const others = order.filter((key) => key !== dragged)
    const items = [...list.current.children]
    const to = others.filter((key) => {
      const { top, height } = items[order.indexOf(key)]!.getBoundingClientRect()
      return top + height / 2 < y
    }).length
    if (to !== order.indexOf(dragged)) setChanged(others.toSpliced(to, 0, dragged))
  })
  const drop = useEffectEvent(() => {
    setDragged(null)
    if (!dragged || order.join() === keys.join()) return setChanged(null)
    announce(dragged, order)
    void save(order)
  })
  const cancel = useEffectEvent(() => {
    setChanged(null)
    setMessage(`${nameOf(dragged ?? '')} was not moved`)
    setDragged(null)
  })

  useEffect(() => {
    if (!dragged) return
    let y: number | null = null
    // Each step is rendered at once: a drop right after a move must save the order that is shown, and a frame right
    // after a drop must move nothing.
    let frame = requestAnimationFrame(function scroll() {
      if (y !== null) {
        const speed = y < EDGE + headerHeight() ? -SCROLLED : y > innerHeight - EDGE ? SCROLLED : 0
        if (speed) scrollBy({ top: speed, behavior: 'instant' })
        const at = y
        flushSync(() => follow(at))
      }
      frame = requestAnimationFrame(scroll)
    })
    const moved = (event: globalThis.PointerEvent) => (y = event.clientY)
    const pressed = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && flushSync(() => cancel())
    const released = () => flushSync(() => drop())
    const cancelled = () => flushSync(() => cancel())
    addEventListener('pointermove', moved)
    addEventListener('pointerup', released)
    addEventListener('pointercancel', cancelled)
    addEventListener('keydown', pressed)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('pointermove', moved)
      removeEventListener('pointerup', released)
      removeEventListener('pointercancel', cancelled)
      removeEventListener('keydown', pressed)
    }
  }, [dragged])

  const handle = (key: string) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      // Otherwise the press would select text, and a touch would scroll (touch-action in sortable-list.css).
      event.preventDefault()
      event.currentTarget.focus()
      setChanged(order)
      setDragged(key)
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined
      if (!by || dragged) return
      event.preventDefault()
      move(key, by)
    },
  })
  return { order, dragged, message, move, handle }
}

function headerHeight(): number {
  return document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0
}
