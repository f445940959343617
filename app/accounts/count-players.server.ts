import { preparedOnReplica } from '../db/query.server.ts'

const FRESH_MS = 60_000

let known: { count: number; freshUntil: number } | null = null
let running: Promise<number> | null = null

/**
 * How many accounts there are, as of a minute ago or so. Counting takes longer the more there are, so nobody waits for it but
 * who asks first in a process: all others get the last count while the next one is made.
 */
export async function countPlayers(): Promise<number> {
  if (!known || performance.now() >= known.freshUntil) running ??= count().finally(() => (running = null))
  if (!known) return running as Promise<number>
  // Who asks next tries again.
  running?.catch(() => {})
  return known.count
}

async function count(): Promise<number> {
  const [row] = await preparedOnReplica<{ count: number }>(
    'players-count',
    'select count(*)::int as count from players',
  )
  known = { count: row?.count ?? 0, freshUntil: performance.now() + FRESH_MS }
  return known.count
}
