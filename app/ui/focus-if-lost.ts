/** Until what a change of the page leads to has been drawn. */
const PATIENCE_MS = 2000

/**
 * To be called where what has the focus is about to go, at the latest when the page's data has come anew: once it is gone and nothing else has taken the focus, `find` is given it, else the
 * dialog that is open, else the page's main part. The keyboard would go on from the top of the page.
 */
export function focusIfLost(find: () => HTMLElement | null | undefined = () => null): void {
  const until = performance.now() + PATIENCE_MS
  const look = () => {
    if (document.activeElement && document.activeElement !== document.body) {
      if (performance.now() < until) requestAnimationFrame(look)
      return
    }
    const target = find() ?? document.querySelector<HTMLElement>('dialog[open]') ?? document.getElementById('main')
    target?.focus({ preventScroll: true })
    // A button that is disabled while it works takes no focus yet.
    if (document.activeElement !== target && performance.now() < until) requestAnimationFrame(look)
  }
  // After what React draws now, and what that leads to.
  requestAnimationFrame(() => requestAnimationFrame(look))
}

/** Gives an element the focus by its id, as soon as it is drawn; it may take a few frames. */
export function focusOnceThere(id: string, frames = 60): void {
  requestAnimationFrame(() => {
    const found = document.getElementById(id)
    if (found) found.focus()
    else if (frames > 0) focusOnceThere(id, frames - 1)
  })
}
