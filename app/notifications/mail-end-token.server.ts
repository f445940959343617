import { createHmac, timingSafeEqual } from 'node:crypto'
import { authSecret } from '../server/process/secret.server.ts'

/** The number of characters of a player's id in a token: 16 bytes in base64url. */
const ID_LENGTH = 22

/**
 * Returns a token that unsubscribes a player from notification emails without signing in. It permits nothing else. It
 * is valid until AUTH_SECRET changes, since an email may be opened years later.
 */
export function mailEndToken(playerId: string): string {
  const id = Buffer.from(playerId.replaceAll('-', ''), 'hex').toString('base64url')
  return id + signatureOf(id)
}

/** Returns the id of the player whom a token unsubscribes, or null if its signature is invalid. */
export function playerOfMailEnd(token: string): string | null {
  const id = token.slice(0, ID_LENGTH)
  const [given, expected] = [Buffer.from(token.slice(ID_LENGTH)), Buffer.from(signatureOf(id))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return Buffer.from(id, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function signatureOf(id: string): string {
  return createHmac('sha256', authSecret()).update(`end mails ${id}`).digest('base64url')
}
