import { sql } from 'drizzle-orm'
import { database, type Transaction } from '../db/connection.server.ts'
import { prepared } from '../db/query.server.ts'
import { fileHref } from '../lib/file-href.ts'
import { isUsername, MAX_BLOCKS } from './player-rules.ts'

/** A player whom somebody has blocked, for that somebody. */
export type BlockedPlayer = { username: string; avatar: string | null }

type Outcome = 'done' | 'no player' | 'yourself' | 'full'

/**
 * Blocks a player, who may be blocked already: neither sees what the other writes, nor is told of it (docs/product.md, Community). What
 * either was told of the other goes.
 */
export async function blockPlayer(playerId: string, username: string): Promise<Outcome> {
  return database().transaction(async (tx) => {
    const blockedId = await findId(tx, username)
    if (blockedId === null) return 'no player'
    if (blockedId === playerId) return 'yourself'
    const { rows } = await tx.execute<{ isFull: boolean }>(sql`
      with before as (
        select count(*) >= ${MAX_BLOCKS} as is_full, bool_or(blocked_id = ${blockedId}::uuid) is true as is_blocked
        from player_blocks where player_id = ${playerId}::uuid
      ), made as (
        insert into player_blocks (player_id, blocked_id)
        select ${playerId}::uuid, ${blockedId}::uuid from before where not is_full on conflict do nothing
      )
      select is_full and not is_blocked as "isFull" from before`)
    if (rows[0]?.isFull) return 'full'
    await forgetNewsBetween(tx, playerId, blockedId)
    return 'done'
  })
}

/** Ends a block, where there is one. */
export async function unblockPlayer(playerId: string, username: string): Promise<Outcome> {
  return database().transaction(async (tx) => {
    const blockedId = await findId(tx, username)
    if (blockedId === null) return 'no player'
    await tx.execute(
      sql`delete from player_blocks where player_id = ${playerId}::uuid and blocked_id = ${blockedId}::uuid`,
    )
    return 'done'
  })
}

/** Whom a player has blocked, the latest first. */
export async function listBlocked(playerId: string): Promise<BlockedPlayer[]> {
  const rows = await prepared<BlockedPlayer>('blocked-players', BLOCKED, [playerId])
  return rows.map(({ username, avatar }) => ({ username, avatar: avatar && fileHref(avatar) }))
}

async function findId(tx: Transaction, username: string): Promise<string | null> {
  if (!isUsername(username)) return null
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from players where lower(username) = lower(${username}) for key share`,
  )
  return rows[0]?.id ?? null
}

/** A line of likes stays for the others in it, and names nobody until one more likes the post. */
async function forgetNewsBetween(tx: Transaction, one: string, other: string): Promise<void> {
  const between = sql`(player_id, actor_id) in ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))`
  await tx.execute(sql`
    update notifications set times = times - 1, actor_id = null where ${between} and kind = 'like' and times > 1`)
  await tx.execute(sql`delete from notifications where ${between}`)
}

const BLOCKED = `
  select p.username, p.avatar from player_blocks b join players p on p.id = b.blocked_id
  where b.player_id = $1 order by b.created_at desc, p.id`
