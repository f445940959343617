import { useSyncExternalStore } from 'react'

/** Whether our script runs: false on the server and until the page is live. For what a page without script must have otherwise. */
export function useScript(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const never = () => () => {}
