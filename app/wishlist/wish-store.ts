import { keptWishes } from './kept-wishes.ts'

/**
 * What the hearts of a page show, so that all hearts of one game agree: what the page came with, changed by what was
 * pressed since, here or in another tab.
 */
const changes = new Map<number, boolean>()
const underWay = new Set<number>()
const listeners = new Set<() => void>()
let version = 0
let channel: BroadcastChannel | null = null

type Told = { playerId: string; gameId: number; isWished: boolean }
type Player = ({ id: string } & PlayerWishes) | null

/** What every screen knows of a player's wishlist. */
export type PlayerWishes = {
  /** Ids of the games on it, newest first. */
  wishes: number[]
}

/** Whether a game is on the wishlist; for a visitor, whether it is remembered for one. For the browser. */
export function isWished(player: Player, gameId: number): boolean {
  if (!player) return keptWishes.get().some(({ id }) => id === gameId)
  return changes.get(gameId) ?? player.wishes.includes(gameId)
}

/** While a change of it is under way. */
export function isBusy(gameId: number): boolean {
  return underWay.has(gameId)
}

/** Shows a change at once; `settleWish` ends it. */
export function startWish(gameId: number, wanted: boolean): void {
  underWay.add(gameId)
  changes.set(gameId, wanted)
  tell()
}

/** Ends a change: as it was wanted, or back to what it was. */
export function settleWish(player: { id: string }, gameId: number, isNowWished: boolean, isDone: boolean): void {
  underWay.delete(gameId)
  changes.set(gameId, isNowWished)
  tell()
  if (isDone) channel?.postMessage({ playerId: player.id, gameId, isWished: isNowWished } satisfies Told)
}

/** A new list has come from the server: what was pressed before stands in it, but for what is under way. */
export function forgetSettledWishes(): void {
  for (const id of changes.keys()) if (!underWay.has(id)) changes.delete(id)
  tell()
}

/** Hears what other tabs of the player change, until the function that it gives is called. */
export function hearOtherTabs(player: { id: string }): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const opened = new BroadcastChannel('playhall:wishes')
  opened.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data.playerId !== player.id || underWay.has(data.gameId)) return
    changes.set(data.gameId, data.isWished)
    tell()
  })
  channel = opened
  return () => {
    opened.close()
    if (channel === opened) channel = null
  }
}

export function subscribeToWishes(listener: () => void): () => void {
  const leave = keptWishes.subscribe(listener)
  listeners.add(listener)
  return () => {
    leave()
    listeners.delete(listener)
  }
}

/** A number that is another one after each change. */
export function wishVersion(): number {
  return version
}

function tell(): void {
  version++
  listeners.forEach((listener) => listener())
}
