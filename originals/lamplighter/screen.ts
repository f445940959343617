/** The content of the frame, such as the marquee or a level. */
export type Screen = {
  root: HTMLElement
  focus: () => void
  /** Returns true if the screen handled the key. */
  press: (event: KeyboardEvent) => boolean
  left: () => void
}

/** Shows one screen at a time. */
export function createScreenHolder() {
  let current: Screen | null = null
  return {
    show: (next: Screen) => {
      current?.left()
      current?.root.remove()
      current = next
      document.body.append(next.root)
      // Without this, the page around the frame would have the keyboard.
      if (document.hasFocus()) next.focus()
    },
    /** Flies the screen up out of sight, like scenery, to reveal the stage. */
    flyOut: () => {
      current?.root.classList.add('flown')
      if (current) current.root.inert = true
    },
    focus: () => current?.focus(),
    press: (event: KeyboardEvent) => current?.press(event) ?? false,
  }
}
