/** Time in ms for a page change to be drawn. */
const TIMEOUT_MS = 2000

/**
 * Restores a lost focus. Call it when the focused element is about to disappear, at the latest when the page's data has
 * been reloaded. If no element has the focus after that, the result of `find` gets it, or else the open dialog, or else
 * the page's main part. Otherwise the keyboard would continue from the top of the page.
 */
export function focusIfLost(find: () => HTMLElement | null | undefined = () => null): void {
  const until = performance.now() + TIMEOUT_MS
  const look = () => {
    if (document.activeElement && document.activeElement !== document.body) {
      if (performance.now() < until) requestAnimationFrame(look)
      return
    }
    const target = find() ?? document.querySelector<HTMLElement>('dialog[open]') ?? document.getElementById('main')
    target?.focus({ preventScroll: true })
    // A button that is disabled during a request cannot take the focus yet.
    if (document.activeElement !== target && performance.now() < until) requestAnimationFrame(look)
  }
  // Wait for React's current render and for the render that it causes.
  requestAnimationFrame(() => requestAnimationFrame(look))
}

/** Focuses the element with this id once it exists, if that happens within `frames` frames. */
export function focusOnceThere(id: string, frames = 60): void {
  requestAnimationFrame(() => {
    const found = document.getElementById(id)
    if (found) found.focus()
    else if (frames > 0) focusOnceThere(id, frames - 1)
  })
}
