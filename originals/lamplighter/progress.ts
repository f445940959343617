import { LEVELS } from './programme.ts'

/** A level left before it was done: its moves as cell and quarters, and how its tiles lay at the start. */
export type Unfinished = {
  key: string
  start: string
  moves: [number, number][]
  hints: number
  /** Of a daily puzzle: it was begun on its day. */
  onTime: boolean
}

export type Progress = {
  /** The most stars earned, by the level's key. A level that is not in it was never done. */
  stars: Record<string, number>
  /** The keys of daily puzzles that were begun after their day: they count for no streak. */
  late: string[]
  muted: boolean
  unfinished: Unfinished | null
}

const STORED_UNDER = 'lamplighter'
/** So many levels beyond the furthest one done are open, so that nobody has to stop at a hard one. */
const OPEN_AHEAD = 3

/** What is stored, with the stars of `known`: another tab may have stored since. `known` where the frame has no storage. */
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
    // A sandboxed frame without the bridge: the game plays on and forgets.
  }
}

/** Takes what is sound from what was stored, whatever it is. */
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

/** `isLate`: a daily puzzle that was begun after its day. One that was done on its day stays so. */
export function recordStars(progress: Progress, key: string, stars: number, isLate = false): Progress {
  const best = Math.max(stars, progress.stars[key] ?? 0)
  const late = isLate && !progress.stars[key] ? [...progress.late, key] : progress.late
  const unfinished = progress.unfinished?.key === key ? null : progress.unfinished
  return { ...progress, stars: { ...progress.stars, [key]: best }, late, unfinished }
}

/** The best of both; what else there is, from what is `stored`. */
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

/** The first level that is not done yet; the last one where all are. */
export function nextLevel(progress: Progress): number {
  for (let number = 1; number <= LEVELS; number++) if (!progress.stars[number]) return number
  return LEVELS
}

/** Stars of the numbered levels; shows do not count. */
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
  // Older saves have no start: the level may be another one now, to which those moves mean nothing.
  const start = typeof stored['start'] === 'string' ? stored['start'] : ''
  const hints = Number.isInteger(stored['hints']) ? Number(stored['hints']) : 0
  return { key: stored['key'], start, moves, hints, onTime: stored['onTime'] === true }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
