import { useSyncExternalStore } from 'react'
import { postToTabs } from '../accounts/tabs.ts'

/**
 * The newest balance that a response returned after the root was loaded. Storing it is cheaper than reloading every
 * page's data for one number.
 */
let total: number | null = null
const listeners = new Set<() => void>()

/** Updates the balance that this tab and other tabs show. Takes the new balance from the server. */
export function updateCredits(balance: number): void {
  showCredits(balance)
  postToTabs(balance)
}

/** Shows a balance received from another tab. */
export function showCredits(balance: number): void {
  change(balance)
}

/** Clears the stored balance after the root was reloaded, since the root now has the newest balance. */
export function clearFreshCredits(): void {
  change(null)
}

/** Returns the stored balance, or null if the root has the newest balance. */
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
