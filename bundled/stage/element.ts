/**
 * Adds an element of the stage over the game. The engine cancels every press on the page, so buttons are shielded from
 * it.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string, into?: Element) {
  const made = (into ?? document.body).appendChild(document.createElement(tag))
  made.className = className
  if (made instanceof HTMLButtonElement) {
    made.type = 'button'
    keepFromEngine(made)
  }
  return made
}

export function keepFromEngine(part: HTMLElement): void {
  for (const type of ['mousedown', 'mouseup', 'touchstart', 'touchmove', 'touchend']) {
    part.addEventListener(type, (event) => event.stopPropagation())
  }
}
