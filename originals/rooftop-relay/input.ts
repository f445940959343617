import type { Controls } from './runner.ts'

export interface Commands {
  /**
   * Called when the player presses jump. Returns true if the press meant something else, such as the beginning of a
   * run.
   */
  press: () => boolean
  pause: () => void
  mute: () => void
  /** Called on any input, after which the browser allows sound. `touch` is true if the input was a touch. */
  wake: (touch: boolean) => void
}

export interface Input {
  /** Returns the controls for the next step. Each press is reported once. */
  read: () => Controls
  release: () => void
}

const JUMP_KEYS = new Set(['Space', 'ArrowUp', 'KeyW'])
const SLIDE_KEYS = new Set(['ArrowDown', 'KeyS'])
/**
 * A finger that stays still for this many ms makes the courier jump. A finger that moves down by this many pixels makes
 * him slide.
 */
const TAP_AFTER = 55
const SWIPE = 14
const SWIPE_SLIDE = 560

export function listen(stage: HTMLElement, commands: Commands): Input {
  const jumpKeys = new Set<string>()
  const slideKeys = new Set<string>()
  let pressed = false
  let finger: { id: number; y: number; waiting: number; jumping: boolean; sliding: boolean } | null = null
  let slideUntil = 0

  const jump = () => {
    if (!commands.press()) pressed = true
  }

  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isOnButton = event.target instanceof HTMLButtonElement && (event.code === 'Space' || event.code === 'Enter')
    if (isOnButton) return
    const isJump = JUMP_KEYS.has(event.code) || event.code === 'Enter'
    const isSlide = SLIDE_KEYS.has(event.code)
    if (isJump || isSlide) event.preventDefault()
    if (event.repeat) return
    commands.wake(false)
    if (event.code === 'KeyP' || event.code === 'Escape') commands.pause()
    else if (event.code === 'KeyM') commands.mute()
    else if (isSlide) slideKeys.add(event.code)
    else if (isJump) {
      jumpKeys.add(event.code)
      jump()
    }
  })
  window.addEventListener('keyup', (event) => {
    jumpKeys.delete(event.code)
    slideKeys.delete(event.code)
  })

  stage.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    commands.wake(event.pointerType === 'touch')
    if (finger) settle()
    stage.setPointerCapture?.(event.pointerId)
    finger = { id: event.pointerId, y: event.clientY, waiting: 0, jumping: false, sliding: false }
    finger.waiting = window.setTimeout(settle, TAP_AFTER)
  })
  stage.addEventListener('pointermove', (event) => {
    if (!finger || event.pointerId !== finger.id || finger.sliding || event.clientY - finger.y < SWIPE) return
    clearTimeout(finger.waiting)
    Object.assign(finger, { sliding: true, jumping: false, waiting: 0 })
    slideUntil = performance.now() + SWIPE_SLIDE
  })
  const lift = (event: PointerEvent) => {
    if (!finger || event.pointerId !== finger.id) return
    settle()
    finger = null
  }
  stage.addEventListener('pointerup', lift)
  stage.addEventListener('pointercancel', lift)
  stage.addEventListener('contextmenu', (event) => event.preventDefault())

  /** Treats a finger that stayed still or was lifted as a tap. */
  function settle(): void {
    if (!finger || finger.waiting === 0) return
    clearTimeout(finger.waiting)
    finger.waiting = 0
    finger.jumping = true
    jump()
  }

  return {
    read: () => {
      const jumpNow = pressed
      pressed = false
      const slide = slideKeys.size > 0 || finger?.sliding === true || performance.now() < slideUntil
      return { jump: jumpNow, jumpHeld: jumpKeys.size > 0 || finger?.jumping === true, slide }
    },
    release: () => {
      jumpKeys.clear()
      slideKeys.clear()
      if (finger) clearTimeout(finger.waiting)
      finger = null
      pressed = false
      slideUntil = 0
    },
  }
}
