import { localWishes } from './local-wishes.ts'

/**
 * The hearts of a page show the loaded wishlist with the changes made since, here or in another tab, so that all hearts
 * of one game agree.
 */
const changes = new Map<number, boolean>()
const underWay = new Set<number>()
const listeners = new Set<() => void>()
let version = 0
let channel: BroadcastChannel | null = null

type WishChange = { playerId: string; gameId: number; isWished: boolean }
type Player = ({ id: string } & PlayerWishes) | null

/** The part of a player's wishlist that every screen loads. */
export type PlayerWishes = {
  /** Ids of the games on it, newest first. */
  wishes: number[]
}

/** Whether a game is on the player's wishlist or, for a visitor, saved in this browser. Only for the browser. */
export function isWished(player: Player, gameId: number): boolean {
  if (!player) return localWishes.get().some(({ id }) => id === gameId)
  return changes.get(gameId) ?? player.wishes.includes(gameId)
}

/** Whether a change of this game is under way. */
export function isBusy(gameId: number): boolean {
  return underWay.has(gameId)
}

/** Shows a change at once; `setWishAsSaved` ends it. */
export function startWish(gameId: number, wanted: boolean): void {
  underWay.add(gameId)
  changes.set(gameId, wanted)
  notify()
}

/** Ends a change, as wanted or reverted. If `isDone`, other tabs are notified. */
export function setWishAsSaved(player: { id: string }, gameId: number, isNowWished: boolean, isDone: boolean): void {
  underWay.delete(gameId)
  changes.set(gameId, isNowWished)
  notify()
  if (isDone) channel?.postMessage({ playerId: player.id, gameId, isWished: isNowWished } satisfies WishChange)
}

/** Call it when a new list has arrived from the server: it includes all changes except those under way. */
export function clearSettledWishes(): void {
  for (const id of changes.keys()) if (!underWay.has(id)) changes.delete(id)
  notify()
}

/** Applies what other tabs of the player change, until the returned function is called. */
export function listenToOtherTabs(player: { id: string }): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const opened = new BroadcastChannel('playhall:wishes')
  opened.addEventListener('message', ({ data }: MessageEvent<WishChange>) => {
    if (data.playerId !== player.id || underWay.has(data.gameId)) return
    changes.set(data.gameId, data.isWished)
    notify()
  })
  channel = opened
  return () => {
    opened.close()
    if (channel === opened) channel = null
  }
}

export function subscribeToWishes(listener: () => void): () => void {
  const leave = localWishes.subscribe(listener)
  listeners.add(listener)
  return () => {
    leave()
    listeners.delete(listener)
  }
}

/** A number that differs after each change. */
export function wishVersion(): number {
  return version
}

function notify(): void {
  version++
  listeners.forEach((listener) => listener())
}
