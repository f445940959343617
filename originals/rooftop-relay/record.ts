import { NONE_REACHED, type Reached } from './goals.ts'

const BEST = 'rooftop-relay.best'
const GOALS = 'rooftop-relay.goals'
const MUTED = 'rooftop-relay.muted'

/**
 * Reads a stored value. Returns null if storage throws, as it does in a sandboxed frame without the bridge; the game
 * then runs without saving.
 */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Storage is unavailable, so the value is not saved.
  }
}

export function readBest(): number {
  const best = Number(read(BEST))
  return Number.isFinite(best) && best > 0 ? Math.floor(best) : 0
}

/** Returns how many goals of each row were reached. */
export function readReached(): Reached {
  const kept = (read(GOALS) ?? '').split(',').map(Number)
  return kept.every((count) => Number.isInteger(count) && count >= 0) ? kept : NONE_REACHED
}

/** Both functions store the better of the given and the stored value, since another tab may have improved it. */
export function keepReached(reached: Reached): void {
  const kept = readReached()
  write(GOALS, reached.map((count, row) => Math.max(count, kept[row] ?? 0)).join(','))
}
export const keepBest = (score: number): void => write(BEST, String(Math.max(score, readBest())))

export const readMuted = (): boolean => read(MUTED) === 'yes'
export const keepMuted = (muted: boolean): void => write(MUTED, muted ? 'yes' : 'no')
