import { createHmac, timingSafeEqual } from 'node:crypto'
import { authSecret } from '../server/secret.server.ts'

/** Letters of a player's id, as it stands in a token: 16 bytes. */
const ID_LENGTH = 22

/**
 * What lets whoever holds it end the mails of a player, without signing in and for nothing else. It stays good for as long as our secret
 * does: a mail may be opened years later.
 */
export function mailEndToken(playerId: string): string {
  const id = Buffer.from(playerId.replaceAll('-', ''), 'hex').toString('base64url')
  return id + signatureOf(id)
}

/** The id of the player whose mails a token may end; null where we never made it. */
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
