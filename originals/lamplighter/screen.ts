/** What fills the frame: the marquee or a level. */
export type Screen = {
  root: HTMLElement
  focus: () => void
  /** True where the key was meant for this screen. */
  press: (event: KeyboardEvent) => boolean
  left: () => void
}

/** The one screen that is shown, and what can be done to it as a whole. */
export function createScreenHolder() {
  let current: Screen | null = null
  return {
    show: (next: Screen) => {
      current?.left()
      current?.root.remove()
      current = next
      document.body.append(next.root)
      // The keyboard may be the page's.
      if (document.hasFocus()) next.focus()
    },
    /** Flies the screen up out of sight, like scenery, so that the stage can be seen. */
    flyOut: () => {
      current?.root.classList.add('flown')
      if (current) current.root.inert = true
    },
    focus: () => current?.focus(),
    press: (event: KeyboardEvent) => current?.press(event) ?? false,
  }
}
