import { database } from '../../db/connection.server.ts'
import { prepared } from '../../db/query.server.ts'
import { readMailToken, consumeMailToken } from './mail-tokens.server.ts'
import { verifyPassword } from './passwords.server.ts'
import { proveAddress } from './prove-address.server.ts'

/** The state of a confirmation link. `before`: the address was already confirmed, by this link or in another way. */
export type Confirmation = 'good' | 'before' | 'expired' | 'wrong'

/**
 * Checks a confirmation link without using it, since mail scanners also open links. Also returns the address if it can
 * be confirmed.
 */
export async function readConfirmation(token: string): Promise<{ found: Confirmation; email: string }> {
  const { found, email = '' } = await findToConfirm(token)
  return { found, email }
}

/**
 * Confirms the address of the player to whom the token was sent. The link proves who owns the address, and the password
 * proves who signed up. Only both together prove that this is the same person
 * (docs/decisions/014-verified-addresses.md). After `wrong-password` the link remains valid. Callers must count each
 * attempt like a sign-in.
 */
export async function confirmEmail(token: string, password: string): Promise<Confirmation | 'wrong-password'> {
  const { found, playerId, hash } = await findToConfirm(token)
  if (found !== 'good' || !playerId) return found
  if (!hash || !(await verifyPassword({ hash, password }))) return 'wrong-password'
  return database().transaction(async (tx) => {
    if ((await consumeMailToken(tx, 'confirm', token)) !== playerId) return 'before'
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
