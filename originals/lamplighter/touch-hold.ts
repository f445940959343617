/** The duration in ms after which a touch acts as a right click. */
const HOLD = 380

type Does = { press: (target: Element) => void; hold: (target: Element) => void }

/** Calls `press` on a click, tap or key, and `hold` on a right click or a long touch. */
export function listenForPresses(root: HTMLElement, { press, hold }: Does): void {
  let timer = 0
  let touched = false
  let held = false
  root.addEventListener('pointerdown', (event) => {
    const target = event.target
    clearTimeout(timer)
    held = false
    touched = event.pointerType !== 'mouse'
    if (!touched || !(target instanceof Element)) return
    timer = window.setTimeout(() => {
      held = true
      hold(target)
    }, HOLD)
  })
  const removeMoved = () => clearTimeout(timer)
  for (const name of ['pointerup', 'pointercancel', 'pointerleave'] as const) root.addEventListener(name, removeMoved)
  root.addEventListener('click', (event) => {
    if (!held && event.target instanceof Element) press(event.target)
    held = false
  })
  root.addEventListener('contextmenu', (event) => {
    event.preventDefault()
    if (!touched && event.target instanceof Element) hold(event.target)
  })
}
