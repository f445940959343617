import { database } from '../db/connection.server.ts'
import { prepared } from '../db/query.server.ts'
import { readMailToken, takeMailToken } from './mail-tokens.server.ts'
import { verifyPassword } from './passwords.server.ts'
import { proveAddress } from './prove-address.server.ts'

/** What a confirmation link finds: `before` where the address was confirmed already, by this link or otherwise. */
export type Confirmation = 'good' | 'before' | 'expired' | 'wrong'

/**
 * Looks at a link of a confirmation mail without using it: programs that read mails open it, too. Gives the address as well
 * where there is something to confirm.
 */
export async function readConfirmation(token: string): Promise<{ found: Confirmation; email: string }> {
  const { found, email = '' } = await findToConfirm(token)
  return { found, email }
}

/**
 * Confirms the address of the player whom the token was mailed to, with the password of the account: the link proves whose
 * the address is, the password who signed up with it, and only both together that they are one
 * (docs/decisions/014-who-proves-an-address.md). `wrong-password` leaves the link as it is. To be counted like a sign-in.
 */
export async function confirmEmail(token: string, password: string): Promise<Confirmation | 'wrong-password'> {
  const { found, playerId, hash } = await findToConfirm(token)
  if (found !== 'good' || !playerId) return found
  if (!hash || !(await verifyPassword({ hash, password }))) return 'wrong-password'
  return database().transaction(async (tx) => {
    if ((await takeMailToken(tx, 'confirm', token)) !== playerId) return 'before'
    return (await proveAddress(tx, playerId)) ? 'good' : 'wrong'
  })
}

type ToConfirm = { found: Confirmation; playerId?: string; email?: string; hash?: string | null }

async function findToConfirm(token: string): Promise<ToConfirm> {
  const { state, playerId } = await readMailToken('confirm', token)
  if (!playerId) return { found: 'wrong' }
  type Row = { isConfirmed: boolean; email: string; hash: string | null }
  const [player] = await prepared<Row>('to-confirm', TO_CONFIRM, [playerId])
  if (!player) return { found: 'wrong' }
  if (player.isConfirmed) return { found: 'before' }
  if (state !== 'good') return { found: state === 'used' ? 'wrong' : state }
  return { found: 'good', playerId, email: player.email, hash: player.hash }
}

const TO_CONFIRM = `
  select p.email_verified as "isConfirmed", p.email, c.password as hash
  from players p left join credentials c on c.player_id = p.id and c.provider_id = 'credential'
  where p.id = $1::uuid`
