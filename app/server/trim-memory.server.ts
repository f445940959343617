import { performance } from 'node:perf_hooks'

/** An idle time is as long as this at least: a pause between two waves of visitors is none. */
const LOOK_MS = 10_000
/** What was compiled goes too, and is compiled anew: half a second of processor, which no more than this is spent on. */
const EVERY_MS = 60_000
/** The share of the time that the event loop had work, below which nobody notices a pause of a tenth of a second. */
const IDLE = 0.1

/**
 * Gives back what a busy time has left, once it is over. V8 keeps the pages that it has cleared for the next such time, and
 * without being told never lets go of them (docs/decisions/005-memory-is-bounded.md). Gives what ends it.
 */
export function trimWhenIdle({ lookMs = LOOK_MS, everyMs = EVERY_MS, trim = collectAll } = {}): () => void {
  // A start is such a time.
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

/** Only so are those pages freed. Does nothing where Node runs without --expose-gc. */
function collectAll(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
