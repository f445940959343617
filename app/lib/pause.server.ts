import { setImmediate } from 'node:timers/promises'

const WORK_MS = 1

/**
 * Returns a function for long work that shares the process with requests. Called often, it lets waiting requests be
 * served once the work has run for a millisecond.
 */
export function createPause(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < WORK_MS) return undefined
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}
