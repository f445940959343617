import { useSyncExternalStore } from 'react'

/** Whether our script runs: false on the server and until hydration. For parts that differ without script. */
export function useScript(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const never = () => () => {}
