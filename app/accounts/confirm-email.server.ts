import { sql } from 'drizzle-orm'
import { database } from '../db/connection.server.ts'
import { preparedWrite } from '../db/query.server.ts'
import { readMailToken, takeMailToken } from './mail-tokens.server.ts'

/** What a confirmation link finds: `before` where the address was confirmed already, by this link or otherwise. */
export type Confirmation = 'good' | 'before' | 'expired' | 'wrong'

/** Looks at a link of a confirmation mail without using it: programs that read mails open it, too. */
export async function readConfirmation(token: string): Promise<Confirmation> {
  const { state, playerId } = await readMailToken('confirm', token)
  if (!playerId) return 'wrong'
  const [player] = await preparedWrite<{ isConfirmed: boolean }>('is-confirmed', CONFIRMED, [playerId])
  if (!player) return 'wrong'
  if (player.isConfirmed) return 'before'
  return state === 'used' ? 'wrong' : (state as Confirmation)
}

/** Confirms the address of the player whom the token was mailed to. Nobody is signed in by it: that takes the password. */
export async function confirmEmail(token: string): Promise<Confirmation> {
  const found = await readConfirmation(token)
  if (found !== 'good') return found
  return database().transaction(async (transaction) => {
    const playerId = await takeMailToken(transaction, 'confirm', token)
    if (!playerId) return 'before'
    await transaction.execute(sql`update players set email_verified = true, updated_at = now() where id = ${playerId}`)
    return 'good'
  })
}

const CONFIRMED = `select email_verified as "isConfirmed" from players where id = $1::uuid`
