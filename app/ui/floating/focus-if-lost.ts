type Call = { find: () => HTMLElement | null | undefined; until: number }

/** Time in ms for a page change to be drawn. */
const TIMEOUT_MS = 2000

/** The latest call comes first. */
let calls: Call[] = []
/** The element that got the focus from here. */
let given: HTMLElement | null = null
/** It, if no call found anything better. */
let fallback: HTMLElement | null = null
let frame = 0

/**
 * Restores a lost focus. Call it when the focused element is about to disappear, at the latest when the page's data has
 * been reloaded. If no element has the focus in the two seconds after that, the result of `find` gets it, or else that
 * of an earlier call in these seconds, or else the open dialog, or else the page's main part. Otherwise the keyboard
 * would continue from the top of the page.
 */
export function focusIfLost(find: Call['find'] = () => null): void {
  calls.unshift({ find, until: performance.now() + TIMEOUT_MS })
  given = null
  cancelAnimationFrame(frame)
  // Wait for React's current render and for the render that it causes.
  frame = requestAnimationFrame(() => (frame = requestAnimationFrame(look)))
}

function look(): void {
  const active = document.activeElement
  const isLost = !active || active === document.body
  if (isLost || active === fallback) {
    const found = calls.map(({ find }) => find()).find(Boolean)
    if (found || isLost) {
      fallback = found ? null : (document.querySelector<HTMLElement>('dialog[open]') ?? document.getElementById('main'))
      const target = found ?? fallback
      target?.focus({ preventScroll: true })
      // A button that is disabled during a request cannot take the focus yet.
      if (document.activeElement === target) given = target
    }
  } else if (given && active !== given) {
    // The user has moved on. Until then, the element that got the focus may still be replaced.
    calls = []
  }
  calls = calls.filter(({ until }) => performance.now() < until)
  if (calls.length) frame = requestAnimationFrame(look)
}

/** Focuses the element with this id once it exists, if that happens within `frames` frames. */
export function focusOnceThere(id: string, frames = 60): void {
  requestAnimationFrame(() => {
    const found = document.getElementById(id)
    if (found) found.focus()
    else if (frames > 0) focusOnceThere(id, frames - 1)
  })
}
