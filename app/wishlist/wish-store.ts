import { localWishes } from './local-wishes.ts'

/** Changes since the wishlist was loaded, in this or another tab. All hearts of a game use them, so that they agree. */
const changes = new Map<number, boolean>()
const underWay = new Set<number>()
const listeners = new Set<() => void>()
let version = 0
let channel: BroadcastChannel | null = null

type WishChange = { playerId: string; gameId: number; isWished: boolean }
type Player = ({ id: string } & PlayerWishes) | null

/** The part of a player's wishlist that every screen loads. */
export type PlayerWishes = {
  /** Ids of the games on the wishlist, newest first. */
  wishes: number[]
}

/**
 * Returns whether a game is on the player's wishlist or, for a visitor, saved in this browser. Call it only in the
 * browser.
 */
export function isWished(player: Player, gameId: number): boolean {
  if (!player) return localWishes.get().some(({ id }) => id === gameId)
  return changes.get(gameId) ?? player.wishes.includes(gameId)
}

/** Returns whether a change of this game is under way. */
export function isBusy(gameId: number): boolean {
  return underWay.has(gameId)
}

/** Shows a change at once. Call `setWishAsSaved` when the change is complete or has failed. */
export function startWish(gameId: number, wanted: boolean): void {
  underWay.add(gameId)
  changes.set(gameId, wanted)
  notify()
}

/** Ends a change and shows the resulting state. If `isDone`, notifies other tabs. */
export function setWishAsSaved(player: { id: string }, gameId: number, isNowWished: boolean, isDone: boolean): void {
  underWay.delete(gameId)
  changes.set(gameId, isNowWished)
  notify()
  if (isDone) channel?.postMessage({ playerId: player.id, gameId, isWished: isNowWished } satisfies WishChange)
}

/** Call this when a new list has arrived from the server. The list includes all changes except those under way. */
export function clearSettledWishes(): void {
  for (const id of changes.keys()) if (!underWay.has(id)) changes.delete(id)
  notify()
}

/** Applies changes that the player makes in other tabs. Returns a function that stops this. */
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

/** Returns a number that is different after each change. */
export function wishVersion(): number {
  return version
}

function notify(): void {
  version++
  listeners.forEach((listener) => listener())
}
