import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '../db/connection.server.ts'
import { prepared } from '../db/query.server.ts'
import { players, sessions } from '../db/schema/accounts.server.ts'
import type { Suspension } from './account-rules.ts'

/**
 * Suspends a player (docs/product.md, Moderation): all their sessions end with the transaction, and none begins before the
 * suspension ends by itself. Null lifts it.
 */
export async function setSuspension(tx: Transaction, playerId: string, suspension: Suspension | null): Promise<void> {
  await tx
    .update(players)
    .set({ suspendedUntil: suspension?.until ?? null, suspendedWhy: suspension?.why ?? '', updatedAt: sql`now()` })
    .where(eq(players.id, playerId))
  if (suspension) await tx.delete(sessions).where(eq(sessions.playerId, playerId))
}

/** The suspension of a player that lasts still, or null. */
export async function findSuspension(playerId: string): Promise<Suspension | null> {
  const [found] = await prepared<Suspension>('suspension', FIND, [playerId])
  return found ?? null
}

/**
 * Ends a session that was begun just now where its player is suspended, and gives the suspension; else null. It waits for
 * whoever is suspending them: of a suspension and a session at once, one of the two sees the other.
 */
export async function endIfSuspended(session: { id: string; playerId: string }): Promise<Suspension | null> {
  const [found] = await prepared<Suspension>('end-if-suspended', END, [session.playerId, session.id])
  return found ?? null
}

const FIND = `
  select suspended_until as until, suspended_why as why from players where id = $1 and suspended_until > now()`

const END = `
  with player as materialized (
    select suspended_until as until, suspended_why as why from players where id = $1 for share
  ), ended as (
    delete from sessions where id = $2 and exists (select from player where until > now())
  )
  select until, why from player where until > now()`
