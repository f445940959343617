import { and, eq, gt, or, sql } from 'drizzle-orm'
import { database, type Transaction } from '../db/connection.server.ts'
import { prepared, preparedIn } from '../db/query.server.ts'
import { players } from '../db/schema/accounts.server.ts'
import { playerBlocks } from '../db/schema/community.server.ts'
import { notifications } from '../db/schema/notifications.server.ts'
import { fileHref } from '../lib/file-href.ts'
import { isUsername, MAX_BLOCKS } from './player-rules.ts'

export type BlockedPlayer = { username: string; avatar: string | null }

type Outcome = 'done' | 'no player' | 'yourself' | 'full'

/**
 * Blocks a player by username. Idempotent. Afterwards neither player sees the other's texts or gets notifications about
 * them (docs/product.md#blocks). Deletes the existing notifications between the two.
 */
export async function blockPlayer(playerId: string, username: string): Promise<Outcome> {
  return database().transaction(async (tx) => {
    const blockedId = await findId(tx, username)
    if (blockedId === null) return 'no player'
    if (blockedId === playerId) return 'yourself'
    const [made] = await preparedIn<{ isFull: boolean }>(tx, 'block', BLOCK, [playerId, blockedId])
    if (made?.isFull) return 'full'
    await deleteNotificationsBetween(tx, playerId, blockedId)
    return 'done'
  })
}

/** Unblocks a player by username. Idempotent. */
export async function unblockPlayer(playerId: string, username: string): Promise<Outcome> {
  return database().transaction(async (tx) => {
    const blockedId = await findId(tx, username)
    if (blockedId === null) return 'no player'
    await tx.delete(playerBlocks).where(and(eq(playerBlocks.playerId, playerId), eq(playerBlocks.blockedId, blockedId)))
    return 'done'
  })
}

/** Returns the players that a player has blocked, the latest block first. */
export async function listBlocked(playerId: string): Promise<BlockedPlayer[]> {
  const rows = await prepared<BlockedPlayer>('blocked-players', BLOCKED, [playerId])
  return rows.map(({ username, avatar }) => ({ username, avatar: avatar && fileHref(avatar) }))
}

async function findId(tx: Transaction, username: string): Promise<string | null> {
  if (!isUsername(username)) return null
  const isName = eq(sql`lower(${players.username})`, username.toLowerCase())
  const [player] = await tx.select({ id: players.id }).from(players).where(isName).for('key share')
  return player?.id ?? null
}

/**
 * Deletes the notifications that two players caused for each other. A notification about several likes remains, with
 * one like fewer, and names nobody until the post gets another like.
 */
async function deleteNotificationsBetween(tx: Transaction, one: string, other: string): Promise<void> {
  const { playerId, actorId, kind, times } = notifications
  const between = or(and(eq(playerId, one), eq(actorId, other)), and(eq(playerId, other), eq(actorId, one)))
  await tx
    .update(notifications)
    .set({ times: sql`${times} - 1`, actorId: null })
    .where(and(between, eq(kind, 'like'), gt(times, 1)))
  await tx.delete(notifications).where(between)
}

const BLOCK = `
  with before as (
    select count(*) >= ${MAX_BLOCKS} as is_full, bool_or(blocked_id = $2::uuid) is true as is_blocked
    from player_blocks where player_id = $1::uuid
  ), made as (
    insert into player_blocks (player_id, blocked_id)
    select $1::uuid, $2::uuid from before where not is_full on conflict do nothing
  )
  select is_full and not is_blocked as "isFull" from before`

const BLOCKED = `
  select p.username, p.avatar from player_blocks b join players p on p.id = b.blocked_id
  where b.player_id = $1 order by b.created_at desc, p.id`
