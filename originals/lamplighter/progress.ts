import { LEVELS } from './programme.ts'

/** An unfinished level: its moves as cell and quarters, and the tiles' initial masks. */
export type Unfinished = {
  key: string
  start: string
  moves: [number, number][]
  hints: number
  /** For a daily puzzle: whether it was started on its day. */
  onTime: boolean
}

export type Progress = {
  /** The most stars earned, by level key. Levels that were never finished are missing. */
  stars: Record<string, number>
  /** Keys of daily puzzles that were started after their day, which do not count for a streak. */
  late: string[]
  muted: boolean
  unfinished: Unfinished | null
}

const STORED_UNDER = 'lamplighter'
/** How many levels after the furthest finished one are open, so that no player is stuck at a hard level. */
const OPEN_AHEAD = 3

/**
 * Loads the stored progress, merged with `known`, since another tab may have stored more. Returns `known` if the frame
 * has no storage.
 */
export function loadProgress(known = readProgress({})): Progress {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(STORED_UNDER) ?? '{}')
    return joinProgress(readProgress(stored), known)
  } catch {
    return known
  }
}

export function saveProgress(progress: Progress): void {
  try {
    window.localStorage.setItem(STORED_UNDER, JSON.stringify(progress))
  } catch {
    // In a sandboxed frame without the bridge, the game runs without saving.
  }
}

/** Reads the valid parts of stored progress, which may have any shape. */
export function readProgress(stored: unknown): Progress {
  const from = isRecord(stored) ? stored : {}
  const stars = Object.entries(isRecord(from['stars']) ? from['stars'] : {}).filter(
    (entry): entry is [string, number] => entry[1] === 1 || entry[1] === 2 || entry[1] === 3,
  )
  return {
    stars: Object.fromEntries(stars),
    late: Array.isArray(from['late']) ? from['late'].filter((key): key is string => typeof key === 'string') : [],
    muted: from['muted'] === true,
    unfinished: readUnfinished(from['unfinished']),
  }
}

/**
 * Records stars. `isLate`: a daily puzzle was started after its day. A puzzle that was once solved on its day remains
 * on time.
 */
export function recordStars(progress: Progress, key: string, stars: number, isLate = false): Progress {
  const best = Math.max(stars, progress.stars[key] ?? 0)
  const late = isLate && !progress.stars[key] ? [...progress.late, key] : progress.late
  const unfinished = progress.unfinished?.key === key ? null : progress.unfinished
  return { ...progress, stars: { ...progress.stars, [key]: best }, late, unfinished }
}

/** Merges the best results of both; everything else comes from `stored`. */
export function joinProgress(stored: Progress, known: Progress): Progress {
  const keys = new Set([...Object.keys(stored.stars), ...Object.keys(known.stars)])
  const best = [...keys].map((key): [string, number] => [key, Math.max(stored.stars[key] ?? 0, known.stars[key] ?? 0)])
  const isOnTime = ({ stars, late }: Progress, key: string) => Boolean(stars[key]) && !late.includes(key)
  const late = [...new Set([...stored.late, ...known.late])]
  return {
    ...stored,
    stars: Object.fromEntries(best),
    late: late.filter((key) => !isOnTime(stored, key) && !isOnTime(known, key)),
  }
}

export function furthestOpen(progress: Progress): number {
  const done = Object.keys(progress.stars).map(Number).filter(Number.isInteger)
  return Math.min(LEVELS, Math.max(0, ...done) + OPEN_AHEAD)
}

/** Returns the number of the first unfinished level, or of the last level if all are finished. */
export function nextLevel(progress: Progress): number {
  for (let number = 1; number <= LEVELS; number++) if (!progress.stars[number]) return number
  return LEVELS
}

/** Returns the number of stars of the numbered levels, without daily puzzles. */
export function totalStars(progress: Progress): number {
  return Object.entries(progress.stars).reduce(
    (sum, [key, stars]) => sum + (Number.isInteger(Number(key)) ? stars : 0),
    0,
  )
}

function readUnfinished(stored: unknown): Unfinished | null {
  if (!isRecord(stored) || typeof stored['key'] !== 'string' || !Array.isArray(stored['moves'])) return null
  const moves = stored['moves'].filter(
    (move): move is [number, number] => Array.isArray(move) && move.length === 2 && move.every(Number.isInteger),
  )
  // Older saves do not contain the start. The level may have changed since then, so their moves are ignored.
  const start = typeof stored['start'] === 'string' ? stored['start'] : ''
  const hints = Number.isInteger(stored['hints']) ? Number(stored['hints']) : 0
  return { key: stored['key'], start, moves, hints, onTime: stored['onTime'] === true }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
