import { useSyncExternalStore } from 'react'
import { postToTabs } from '../accounts/tabs.ts'

/**
 * The newest balance from a response after the root was loaded: cheaper than reloading every page's data for one
 * number.
 */
let total: number | null = null
const listeners = new Set<() => void>()

/** Shows a new balance from the server wherever credits are shown, in other tabs too. */
export function updateCredits(balance: number): void {
  showCredits(balance)
  postToTabs(balance)
}

/** Shows a balance received from another tab. */
export function showCredits(balance: number): void {
  change(balance)
}

/** Drops the balance: the root was reloaded and has the newest one. */
export function clearFreshCredits(): void {
  change(null)
}

/** The balance last received; null if the root's is the newest. */
export function useFreshCredits(): number | null {
  return useSyncExternalStore(
    listen,
    () => total,
    () => null,
  )
}

function change(next: number | null): void {
  if (next === total) return
  total = next
  listeners.forEach((listener) => listener())
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
