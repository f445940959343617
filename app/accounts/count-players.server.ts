import { prepared } from '../db/query.server.ts'
import { purgeSoon } from '../server/cache/purge-soon.server.ts'

const FRESH_MS = 60_000
/** While there are fewer players, pages show each new player at once. */
const FEW = 100

let known: { count: number; freshUntil: number } | null = null
let running: Promise<number> | null = null

/**
 * Returns the number of players who were signed in within the last 30 days. It is exact while there are few players,
 * and otherwise up to a minute old. Since counting many players is slow, only the first call in a process waits for it.
 */
export async function countPlayers(): Promise<number> {
  if (!known || performance.now() >= known.freshUntil) running ??= count().finally(() => (running = null))
  if (!known) return running as Promise<number>
  const { count: last } = known
  // After a failure, the next call tries again.
  const next = running?.catch(() => last)
  return next && last < FEW ? next : last
}

/**
 * Call it when a player returns after a longer absence. While there are few players, it purges the pages that show
 * their number.
 */
export function recordActivePlayer(): void {
  if (known && known.count < FEW) purgeSoon(['games'])
}

async function count(): Promise<number> {
  const [row] = await prepared<{ count: number }>('players-count', COUNT)
  const counted = row?.count ?? 0
  known = { count: counted, freshUntil: counted < FEW ? 0 : performance.now() + FRESH_MS }
  return counted
}

const COUNT = `
  select count(distinct player_id)::int as count from sign_in_days
  where day > (now() at time zone 'utc')::date - 30 and not is_rest`
