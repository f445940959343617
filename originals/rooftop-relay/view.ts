import type { World } from './world.ts'
import { heightOf } from './runner.ts'

export interface View {
  /** The number of world units that fit on the screen. */
  width: number
  height: number
  /** CSS pixels per world unit, and device pixels per world unit. */
  css: number
  device: number
  /** The screen height at which the camera at rest draws the world's height 0. */
  ground: number
  /** The distance between the courier and the left edge. */
  anchor: number
  x: number
  y: number
}

const LEAST_WIDTH = 660
const DESIGN_HEIGHT = 540

/**
 * Fits the world into a frame of any shape. Landscape preserves the height, and portrait shows enough of the road ahead
 * to react.
 */
export function fitView(cssWidth: number, cssHeight: number, pixelRatio: number, x: number, y: number): View {
  const width = Math.max(LEAST_WIDTH, (cssWidth / cssHeight) * DESIGN_HEIGHT)
  const height = (width * cssHeight) / cssWidth
  const css = cssWidth / width
  const tall = Math.min(1, Math.max(0, (height / width - 0.7) / 0.6))
  const ground = height * (0.78 - 0.06 * tall)
  return { width, height, css, device: css * pixelRatio, ground, anchor: width * (0.27 - 0.08 * tall), x, y }
}

/** Moves the camera to its position at the beginning of a run. */
export function aim(view: View, world: World): void {
  view.x = world.runner.x - view.anchor
  view.y = world.runner.y
}

/** Moves the camera so that the courier stays in place on the screen. It follows the roofs, not every jump. */
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
