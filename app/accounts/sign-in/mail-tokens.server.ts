import { createHash, randomBytes } from 'node:crypto'
import { and, eq, like, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/connection.server.ts'
import { prepared, preparedIn } from '../../db/query.server.ts'
import { verifications } from '../../db/schema/accounts.server.ts'
import type { MailToWrite } from '../../server/mail/mail.server.ts'

/** Lifetime of a link by its purpose, in seconds. */
const LIFE_S = { confirm: 3 * 86_400, reset: 3600 }

/** Lifetime of the link in each kind of account email, in seconds. */
export const LINK_LIVES_S: Record<MailToWrite['kind'], number> = { ...LIFE_S, 'known-address': LIFE_S.reset }

type Purpose = keyof typeof LIFE_S

/** State of a token. `wrong`: the token was never issued, or it has been deleted. */
export type TokenState = 'good' | 'used' | 'expired' | 'wrong'

const USED = 'used:'

/** Creates and returns the token for a link in an email to a player. Stores only its hash. */
export async function createMailToken(purpose: Purpose, playerId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await prepared('token-create', CREATE, [identifierOf(purpose, token), playerId, LIFE_S[purpose]])
  return token
}

/** Checks a token without using it. Returns its state, and its player unless the token is `wrong`. */
export async function readMailToken(
  purpose: Purpose,
  token: string,
): Promise<{ state: TokenState; playerId: string | null }> {
  const [row] = await prepared<{ value: string; isOver: boolean }>('token-read', READ, [identifierOf(purpose, token)])
  if (!row) return { state: 'wrong', playerId: null }
  const playerId = row.value.replace(USED, '')
  return { state: row.value.startsWith(USED) ? 'used' : row.isOver ? 'expired' : 'good', playerId }
}

/**
 * Uses a token in the transaction of the action that it permits, so that either both succeed or neither does. Only one
 * of several concurrent calls gets the player's id. The others get null immediately, as for an invalid token.
 */
export async function consumeMailToken(
  transaction: Transaction,
  purpose: Purpose,
  token: string,
): Promise<string | null> {
  const [consumed] = await preparedIn<{ value: string }>(transaction, 'token-take', CONSUME, [
    identifierOf(purpose, token),
  ])
  return consumed?.value ?? null
}

/** Invalidates all unused links for a purpose that were sent to a player. */
export async function endMailTokens(transaction: Transaction, purpose: Purpose, playerId: string): Promise<void> {
  await transaction
    .update(verifications)
    .set({ value: sql`${USED} || ${verifications.value}` })
    .where(and(eq(verifications.value, playerId), like(verifications.identifier, `${purpose}:%`)))
}

function identifierOf(purpose: Purpose, token: string): string {
  return `${purpose}:${createHash('sha256').update(token).digest('base64url')}`
}

const CREATE = `
  insert into verifications (identifier, value, expires_at) values ($1, $2, now() + make_interval(secs => $3))`

const CONSUME = `
  with good as (
    select id, value from verifications
    where identifier = $1 and expires_at > now() and value not like '${USED}%' for update skip locked
  )
  update verifications v set value = '${USED}' || good.value from good where v.id = good.id returning good.value`

const READ = `select value, expires_at <= now() as "isOver" from verifications where identifier = $1`
