import { performance } from 'node:perf_hooks'

/** The shortest idle time: a pause between two waves of visitors does not count. */
const LOOK_MS = 10_000
/** Compiled code is dropped, too; compiling it again takes half a second of processor time, at most this often. */
const EVERY_MS = 60_000
/** Event loop utilization below which nobody notices a pause of a tenth of a second. */
const IDLE = 0.1

/**
 * Releases memory once a busy time is over. V8 keeps the pages that it has cleared for the next one, and never releases
 * them by itself (docs/decisions/005-memory-is-bounded.md). Returns a function that stops it.
 */
export function trimWhenIdle({ lookMs = LOOK_MS, everyMs = EVERY_MS, trim = collectAll } = {}): () => void {
  // A start counts as busy.
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

/** Only this releases those pages. Does nothing if Node runs without --expose-gc. */
function collectAll(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
