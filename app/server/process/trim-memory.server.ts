import { performance } from 'node:perf_hooks'

/** How long the process must be idle, in ms, so that a pause between two waves of visitors does not count. */
const LOOK_MS = 10_000
/**
 * The shortest time between two trims, in ms. A trim also drops compiled code, and compiling it again takes half a
 * second of processor time.
 */
const EVERY_MS = 60_000
/** The event loop utilization below which a pause of a tenth of a second is not noticeable. */
const IDLE = 0.1

/**
 * Releases memory after a busy period. V8 keeps the memory pages that it has cleared for the next busy period, and
 * never releases them on its own (docs/decisions/005-memory-is-bounded.md). Returns a function that stops the checks.
 */
export function trimWhenIdle({ lookMs = LOOK_MS, everyMs = EVERY_MS, trim = collectAll } = {}): () => void {
  // Startup counts as a busy period.
  let wasBusy = true
  let trimmedAt = -Infinity
  let before = performance.eventLoopUtilization()
  const looking = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > IDLE) wasBusy = true
    else if (wasBusy && performance.now() - trimmedAt >= everyMs) {
      wasBusy = false
      trimmedAt = performance.now()
      trim()
    }
  }, lookMs)
  looking.unref()
  return () => clearInterval(looking)
}

/**
 * Runs the only kind of garbage collection that releases these pages. Does nothing if Node runs without --expose-gc.
 */
function collectAll(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
