const BEST = 'rooftop-relay.best'
const MUTED = 'rooftop-relay.muted'

/** Storage throws in a sandboxed frame without the portal's bridge: the game is then played without memory. */
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
    // Not kept; see above.
  }
}

export function readBest(): number {
  const best = Number(read(BEST))
  return Number.isFinite(best) && best > 0 ? Math.floor(best) : 0
}

export const keepBest = (score: number): void => write(BEST, String(score))
export const readMuted = (): boolean => read(MUTED) === 'yes'
export const keepMuted = (muted: boolean): void => write(MUTED, muted ? 'yes' : 'no')
