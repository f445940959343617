import { sql } from 'drizzle-orm'
import type { Transaction } from '../db/connection.server.ts'
import { visible } from '../db/visible.server.ts'
import { blocked } from './post.server.ts'

export type OpenPost = { id: number; authorId: string; author: string }

/**
 * The post at an id where a player may write below it: one that is shown, of somebody with whom they have not fallen out; null for
 * any other (docs/product.md, Community). It stays, and its author's account, until the transaction ends. To be called first in it, since
 * locks are taken in one order everywhere: the author, the post, rows below it, balances, what is told, and its counts last. An account
 * or post that is being deleted is waited for before anything else is held.
 */
export async function openPost(tx: Transaction, postId: number, playerId: string): Promise<OpenPost | null> {
  const { rows } = await tx.execute<OpenPost>(sql`
    with me as (select ${playerId}::uuid as id),
    author as materialized (
      select a.id, a.username from posts p join players a on a.id = p.player_id where p.id = ${postId} for key share of a
    )
    select p.id, p.player_id as "authorId", author.username as author from author join posts p on p.player_id = author.id, me
    where p.id = ${postId} and ${sql.raw(visible('p'))} and not ${sql.raw(blocked('p.player_id', 'me.id'))}
    for key share of p`)
  return rows[0] ?? null
}
