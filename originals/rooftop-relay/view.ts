import type { World } from './world.ts'
import { heightOf } from './runner.ts'

export interface View {
  /** World units that fit on the screen. */
  width: number
  height: number
  /** CSS pixels and device pixels per unit. */
  css: number
  device: number
  /** Where height 0 is drawn while the camera is at rest. */
  ground: number
  /** The courier's distance from the left edge. */
  anchor: number
  x: number
  y: number
}

const LEAST_WIDTH = 660
const DESIGN_HEIGHT = 540

/**
 * Fits the world into a frame of any shape: landscape preserves the height, portrait shows enough road ahead to react.
 */
export function fitView(cssWidth: number, cssHeight: number, pixelRatio: number, x: number, y: number): View {
  const width = Math.max(LEAST_WIDTH, (cssWidth / cssHeight) * DESIGN_HEIGHT)
  const height = (width * cssHeight) / cssWidth
  const css = cssWidth / width
  const tall = Math.min(1, Math.max(0, (height / width - 0.7) / 0.6))
  const ground = height * (0.78 - 0.06 * tall)
  return { width, height, css, device: css * pixelRatio, ground, anchor: width * (0.27 - 0.08 * tall), x, y }
}

/** Places the camera for the start of a run. */
export function aim(view: View, world: World): void {
  view.x = world.runner.x - view.anchor
  view.y = world.runner.y
}

/** Keeps the courier's place on screen and follows the roofs, not every jump. */
export function follow(view: View, world: World, seconds: number): void {
  const { runner, course } = world
  if (world.ending) {
    view.x += (runner.x - view.anchor - view.x) * (1 - Math.exp(-seconds * 4))
    return
  }
  view.x = runner.x - view.anchor
  const roof = course.roofs.find((each) => each.x + each.width > runner.x + 40)
  const roomAbove = view.ground - 70
  const head = runner.y + heightOf(runner)
  const wanted = Math.max(Math.min(roof?.top ?? 0, runner.y + 120), head - roomAbove)
  view.y += (wanted - view.y) * (1 - Math.exp(-seconds * 3.2))
}
