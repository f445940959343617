/** Starts a LittleJS short game, whose names are globals of classic scripts, on a canvas of the frame's shape. */
import { isCardShown, onRest } from './card.ts'

type Vector = { x: number; y: number }
declare const vec2: (x: number, y: number) => Vector
declare const setCanvasFixedSize: (size: Vector) => void
declare const setCameraScale: (scale: number) => void
declare const setTileDefaultBleed: (bleed: number) => void
declare const setCanvasPixelated: (isPixelated: boolean) => void
declare const setTouchInputEnable: (isEnabled: boolean) => void
declare const setPaused: (isPaused: boolean) => void
declare const engineInit: (...given: unknown[]) => void

export type ShortGame = {
  init: () => void | Promise<void>
  update?: () => void
  updatePost?: () => void
  render?: () => void
  renderPost?: () => void
  /** Units of the world seen across: in a wide frame, of 16:9 or taller, and in a tall one. */
  across?: number
  acrossTall?: number | ((shape: number) => number)
  /** Called at the start and whenever the shape changes, with the units seen across and down. */
  onShape?: (shape: { isTall: boolean; across: number; down: number }) => void
}

const MAX_PIXELS = 1920
const none = () => {}

export function startShortGame(game: ShortGame): void {
  const { init, update = none, updatePost = none, render = none, renderPost = none } = game
  onRest(setPaused)
  listenToEveryPointer(setTouchInputEnable)
  layOut(game)
  setTileDefaultBleed(0.5)
  setCanvasPixelated(false)
  const initAndLayOut = async () => {
    await init()
    layOut(game)
    window.addEventListener('resize', () => layOut(game))
  }
  const updateUnlessResting = () => !isCardShown() && updatePost()
  engineInit(initAndLayOut, update, updateUnlessResting, render, renderPost, ['tiles.png'])
}

/**
 * On a touch screen the engine listens only to touch, even on a laptop with a mouse. This switches it to the device in
 * use; a mouse moved by keys counts as one.
 */
export function listenToEveryPointer(onPointer: (isTouch: boolean) => void): void {
  window.addEventListener('pointerdown', ({ pointerType }) => onPointer(pointerType !== 'mouse'), true)
  window.addEventListener('keydown', ({ isTrusted }) => isTrusted && onPointer(false), true)
}

function layOut({ across = 30, acrossTall = 18, onShape = none }: ShortGame): void {
  const isTall = innerHeight > innerWidth
  const frame = innerHeight / innerWidth
  const shape = isTall ? Math.min(2.2, frame) : Math.max(9 / 16, frame)
  const tall = typeof acrossTall === 'function' ? acrossTall(shape) : acrossTall
  const units = isTall ? tall : across
  const width = Math.round(Math.min(MAX_PIXELS, Math.max(480, innerWidth * Math.min(2, devicePixelRatio))))
  setCanvasFixedSize(vec2(width, Math.round(width * shape)))
  setCameraScale(width / units)
  onShape({ isTall, across: units, down: units * shape })
}
