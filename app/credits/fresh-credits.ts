import { useSyncExternalStore } from 'react'
import { tellTabs } from '../accounts/tabs.ts'

/** The balance that an answer told of after the root was loaded: cheaper than loading every page anew for a number. */
let total: number | null = null
const listeners = new Set<() => void>()

/** Shows a balance that the server has just told, wherever credits are shown, in the other tabs as well. */
export function tellCredits(told: number): void {
  showCredits(told)
  tellTabs(told)
}

/** Shows a balance that another tab was told. */
export function showCredits(told: number): void {
  change(told)
}

/** Drops it again: the root was loaded anew and knows better. */
export function forgetCredits(): void {
  change(null)
}

/** The balance that was told last; null where the root's own is the newest. */
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
