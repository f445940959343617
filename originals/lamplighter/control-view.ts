import { button, el } from './element.ts'
import { icon } from './icons.ts'

type Does = { muted: boolean; undo: () => void; restart: () => void; hint: () => void; toggleMuted: () => boolean }

/** The buttons next to or below the board, and their keys. */
export function createControls({ muted, undo, restart, hint, toggleMuted }: Does) {
  const control = (name: Parameters<typeof icon>[0], label: string, key: string, does: () => void) => {
    const root = button('control', does, icon(name), el('span', 'control-label', label), el('kbd', '', key))
    root.setAttribute('aria-keyshortcuts', key)
    return root
  }
  const mute = control('sound', 'Sound', 'M', () => showMuted(toggleMuted()))
  const showMuted = (off: boolean) => {
    mute.ariaPressed = String(!off)
    mute.querySelector('.icon')?.replaceWith(icon(off ? 'muted' : 'sound'))
  }
  const playing = [
    control('undo', 'Undo', 'U', undo),
    control('restart', 'Restart', 'R', restart),
    control('hint', 'Hint', 'H', hint),
  ]
  playing[2]?.setAttribute('aria-description', 'Turns one tile right. Costs a star.')
  if (playing[2]) playing[2].title = 'Turns one tile right. Costs a star.'
  showMuted(muted)
  const keys: Record<string, HTMLButtonElement | undefined> = { u: playing[0], r: playing[1], h: playing[2], m: mute }

  return {
    root: el('div', 'controls', ...playing, mute),
    stop: () => playing.forEach((root) => (root.disabled = true)),
    press: (key: string) => {
      keys[key]?.click()
      return key in keys
    },
  }
}
