import { prepared } from '../db/query.server.ts'
import { purgeSoon } from '../server/purge-soon.server.ts'

const FRESH_MS = 60_000
/** With fewer players each one is seen on the pages at once. */
const FEW = 100

let known: { count: number; freshUntil: number } | null = null
let running: Promise<number> | null = null

/**
 * The number of active players: those who were signed in within the last 30 days. Where they are few it is exact; else it is up to a minute
 * old, and only the first caller in a process waits for it, since counting takes longer the more there are.
 */
export async function countPlayers(): Promise<number> {
  if (!known || performance.now() >= known.freshUntil) running ??= count().finally(() => (running = null))
  if (!known) return running as Promise<number>
  const { count: last } = known
  // After a failure the next caller tries again.
  const next = running?.catch(() => last)
  return next && last < FEW ? next : last
}

/** Notes that a player came for the first time in a while: where they are few, pages that show how many there are, are purged. */
export function noteActivePlayer(): void {
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
