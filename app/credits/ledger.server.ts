import { and, desc, eq, gt, or, sql } from 'drizzle-orm'
import type { Transaction } from '../db/connection.server.ts'
import { preparedIn } from '../db/query.server.ts'
import { creditAwards } from '../db/schema/credits.server.ts'
import { addDays, utcDay } from '../lib/dates.ts'
import { type Activity, AWARDS_A_DAY } from './credit-rules.ts'

export type Award = {
  playerId: string
  activity: Activity
  /** Positive. */
  credits: number
  /** Unique per player, so that each award is made once. Example: `share:2026-11-21:12`. */
  key: string
  metadata?: Record<string, string | number>
  now?: Date
}

/**
 * Awards credits in the transaction that records the activity (docs/product.md#ledger). Returns false, and writes
 * nothing, if the key was awarded before, if the activity has reached its limit for the UTC day (AWARDS_A_DAY), or if
 * the player is deleted. Call it only for activity that the server observed.
 */
export async function awardCredits(
  tx: Transaction,
  { playerId, activity, credits, key, metadata, now = new Date() }: Award,
): Promise<boolean> {
  if (!Number.isInteger(credits) || credits < 1) throw new Error(`An award of ${credits} credits`)
  if ((await lockBalance(tx, playerId)) === null) return false
  const cap = AWARDS_A_DAY[activity]
  if (cap !== undefined && (await countAwards(tx, playerId, activity, utcDay(now))) >= cap) return false
  return write(tx, { playerId, activityType: activity, credits, key, metadata: metadata ?? null, createdAt: now })
}

/**
 * Takes an award back, once, by adding a negative row. Call it after the awarded content was removed. The balance may
 * become negative if the player has spent the credits (docs/product.md#shop). Returns false if there is no award to
 * take back. The award still counts towards its day's limit, and only `returnCredits` can restore it.
 */
export async function revokeAward(
  tx: Transaction,
  playerId: string,
  key: string,
  now: Date = new Date(),
): Promise<boolean> {
  if ((await lockBalance(tx, playerId)) === null) return false
  const { award } = await findNewest(tx, playerId, key)
  if (!award) return false
  return write(tx, { ...award, playerId, credits: -award.credits, key: `back:${award.key}`, createdAt: now })
}

/**
 * Restores the credits that `revokeAward` took back, by adding a separate award that does not count towards the daily
 * limit. Returns false if the award was not taken back. `revokeAward` can take back the restored award again.
 */
export async function returnCredits(
  tx: Transaction,
  playerId: string,
  key: string,
  now: Date = new Date(),
): Promise<boolean> {
  if ((await lockBalance(tx, playerId)) === null) return false
  const { award, count, isRevoked } = await findNewest(tx, playerId, key)
  if (!award || !isRevoked) return false
  return write(tx, { ...award, playerId, key: `${key}${RESTORED}${count}`, createdAt: now })
}

/** Separates the original key from the number of the restoration in a key. */
export const RESTORED = ':restored:'

/**
 * Returns the newest original or restored award of a key, the number of these awards, and whether the newest was taken
 * back.
 */
async function findNewest(tx: Transaction, playerId: string, key: string) {
  const awards = await tx
    .select({
      key: creditAwards.key,
      activityType: creditAwards.activityType,
      credits: creditAwards.credits,
      metadata: creditAwards.metadata,
    })
    .from(creditAwards)
    .where(
      and(
        eq(creditAwards.playerId, playerId),
        gt(creditAwards.credits, 0),
        or(eq(creditAwards.key, key), sql`starts_with(${creditAwards.key}, ${key + RESTORED})`),
      ),
    )
    .orderBy(desc(creditAwards.id))
  const [award] = awards
  const revoked = and(eq(creditAwards.playerId, playerId), eq(creditAwards.key, `back:${award?.key}`))
  return { award, count: awards.length, isRevoked: award !== undefined && (await tx.$count(creditAwards, revoked)) > 0 }
}

export type Purchase = {
  playerId: string
  /** A positive number. The server sets it, and never reads it from a request. */
  price: number
  /** Unique per player, so that each item is bought once. Example: `buy:frame-film`. */
  key: string
  /** The item's name in the history. */
  name: string
  now?: Date
}

/**
 * Charges a player's credits for an item, once (docs/product.md#shop). Writes nothing if the player has `bought` it
 * before or is `short` of credits; both are checked under the lock on the balance. Returns the balance afterwards, or
 * null if the player is deleted.
 */
export async function spendCredits(
  tx: Transaction,
  { playerId, price, key, name, now = new Date() }: Purchase,
): Promise<{ outcome: 'done' | 'bought' | 'short'; total: number } | null> {
  if (!Number.isInteger(price) || price < 1) throw new Error(`A price of ${price} credits`)
  const total = await lockBalance(tx, playerId)
  if (total === null) return null
  const isBought = await tx.$count(creditAwards, and(eq(creditAwards.playerId, playerId), eq(creditAwards.key, key)))
  if (isBought) return { outcome: 'bought', total }
  if (total < price) return { outcome: 'short', total }
  await write(tx, { playerId, activityType: 'shop', credits: -price, key, metadata: { name }, createdAt: now })
  return { outcome: 'done', total: total - price }
}

/**
 * Locks a player's balance until the transaction ends, so that concurrent awards are counted one after the other.
 * Returns the balance, or null if there is no such player.
 */
export async function lockBalance(tx: Transaction, playerId: string): Promise<number | null> {
  const known = await lockKnownBalance(tx, playerId)
  if (known !== null) return known
  await preparedIn(tx, 'balance-begin', BEGIN_BALANCE, [playerId])
  return lockKnownBalance(tx, playerId)
}

/**
 * Like `lockBalance`, but also returns null for a player without a balance row. Locks the player first, in the same
 * order as an account deletion, to prevent deadlocks.
 */
async function lockKnownBalance(tx: Transaction, playerId: string): Promise<number | null> {
  const [balance] = await preparedIn<{ total: number }>(tx, 'balance-lock', LOCK_BALANCE, [playerId])
  return balance?.total ?? null
}

const BEGIN_BALANCE = `
  insert into credit_balances (player_id) select id from players where id = $1 for key share on conflict do nothing`

const LOCK_BALANCE = `
  with player as materialized (select id from players where id = $1::uuid for key share)
  select b.total from player join credit_balances b on b.player_id = player.id for update of b`

async function countAwards(tx: Transaction, playerId: string, activity: Activity, day: string): Promise<number> {
  const values = [playerId, activity, RESTORED, startOf(day), startOf(addDays(day, 1))]
  const [found] = await preparedIn<{ count: number }>(tx, 'awards-count', COUNT_AWARDS, values)
  return found!.count
}

const COUNT_AWARDS = `
  select count(*)::int from credit_awards
  where player_id = $1::uuid and activity_type = $2 and credits > 0 and strpos(key, $3) = 0
    and created_at >= $4::timestamptz and created_at < $5::timestamptz`

type Written = Pick<
  typeof creditAwards.$inferSelect,
  'playerId' | 'activityType' | 'credits' | 'key' | 'metadata' | 'createdAt'
>

/** Writes the row and the balance in one round trip. Returns false if the key was used before. */
async function write(
  tx: Transaction,
  { playerId, activityType, credits, key, metadata, createdAt }: Written,
): Promise<boolean> {
  const values = [playerId, activityType, credits, key, metadata, createdAt]
  return (await preparedIn(tx, 'award-write', WRITE, values)).length === 1
}

const WRITE = `
  with written as (
    insert into credit_awards (player_id, activity_type, credits, key, metadata, created_at)
    values ($1::uuid, $2, $3::int, $4, $5::jsonb, $6::timestamptz)
    on conflict do nothing returning player_id, credits
  )
  update credit_balances b set total = total + written.credits from written where b.player_id = written.player_id
  returning b.player_id`

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
