import { backgroundDatabase } from '../db/connection.server.ts'
import { isDatabaseDown } from '../db/database-outage.server.ts'
import { prepared } from '../db/query.server.ts'
import { within } from '../lib/within.ts'
import { purgeSoon } from '../server/cache/purge-soon.server.ts'
import { log } from '../server/process/log.server.ts'

const FRESH_MS = 60_000
/** While there are fewer players, pages show each new player at once. */
const FEW = 100
/** The longest time that a page waits for a count. */
const WAIT_MS = 1000

/** The last count. `isFew` is false if the latest attempt failed. */
let known: { count: number; isFew: boolean; freshUntil: number } | null = null
let running: Promise<void> | null = null

/**
 * Returns the number of players who were signed in within the last 30 days. It is exact while there are few players,
 * and otherwise up to a minute old. Until the first count in this process is complete, the result is 0.
 */
export async function countPlayers(): Promise<number> {
  if (!known || performance.now() >= known.freshUntil) running ??= count().finally(() => (running = null))
  if (running && (!known || known.isFew)) await within(WAIT_MS, running).catch(() => {})
  return known?.count ?? 0
}

/**
 * Call it when a player returns after a longer absence. While there are few players, it purges the pages that show
 * their number.
 */
export function recordActivePlayer(): void {
  if (known && known.count < FEW) purgeSoon(['games'])
}

/** Counts the players. After a failure, the last count is used for another minute. */
async function count(): Promise<void> {
  let count = known?.count ?? 0
  let isFew = false
  try {
    count = known?.isFew ? await countFew() : await countMany()
    isFew = count < FEW
  } catch (error) {
    if (!isDatabaseDown(error)) log().warn({ err: error }, 'The players could not be counted')
  }
  known = { count, isFew, freshUntil: isFew ? 0 : performance.now() + FRESH_MS }
}

async function countFew(): Promise<number> {
  const [row] = await prepared<Counted>('players-count', COUNT)
  return row?.count ?? 0
}

/** Counting many players takes longer than a page's query may. */
async function countMany(): Promise<number> {
  const { rows } = await backgroundDatabase().$client.query<Counted>(COUNT)
  return rows[0]?.count ?? 0
}

type Counted = { count: number }

const COUNT = `
  select count(distinct player_id)::int as count from sign_in_days
  where day > (now() at time zone 'utc')::date - 30 and not is_rest`
