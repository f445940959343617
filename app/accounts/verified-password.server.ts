import { AsyncLocalStorage } from 'node:async_hooks'
import { prepared } from '../db/query.server.ts'
import { verifyPassword } from './passwords.server.ts'

/** The hash that the password of the current sign-in was checked against. */
const current = new AsyncLocalStorage<{ hash: string | null }>()

/** Runs a sign-in with a password; within it `verifyForSignIn` notes the hash. */
export function signingIn<T>(work: () => Promise<T>): Promise<T> {
  return current.run({ hash: null }, work)
}

/** `verifyPassword`, which also notes the hash for `endIfPasswordChanged`. */
export function verifyForSignIn(given: { hash: string; password: string }): Promise<boolean> {
  const noted = current.getStore()
  if (noted) noted.hash = given.hash
  return verifyPassword(given)
}

/**
 * Ends a session that was just begun with a password which was changed or reset meanwhile; gives whether it did. It waits for a change
 * that is under way: of a change and a session at once, one of the two sees the other.
 */
export async function endIfPasswordChanged(session: { id: string; playerId: string }): Promise<boolean> {
  const hash = current.getStore()?.hash
  if (!hash) return false
  const ended = await prepared('end-if-password-changed', END, [session.playerId, session.id, hash])
  return ended.length > 0
}

const END = `
  with player as materialized (select id from players where id = $1::uuid for key share),
  credential as materialized (
    select c.password from player join credentials c on c.player_id = player.id and c.provider_id = 'credential' for share of c
  )
  delete from sessions where id = $2 and not exists (select from credential where password = $3) returning id`
