import { useSyncExternalStore } from 'react'

/**
 * Returns whether our script runs: false on the server and until hydration. Use it for content that differs without
 * JavaScript.
 */
export function useScript(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const never = () => () => {}
