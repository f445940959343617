import { createHmac } from 'node:crypto'
import { addressGroup, CLIENT_ADDRESS_HEADER } from '../http/client-address.server.ts'
import { log } from './log.server.ts'
import { authSecret } from './secret.server.ts'

type Access =
  | 'Signed in'
  | 'Sign-in refused'
  | 'Signed up'
  | 'Signed out'
  | 'Password changed'
  | 'Password reset'
  | 'An operator’s page was refused'

/**
 * Logs a sign-in, a refusal or another change of access (OWASP ASVS 5.0, 16.3.1 and 16.3.2), with the client's hash
 * and, if known, the player's id: never an email address, a password or an IP address.
 */
export function logAccess(request: Request, access: Access, details: { player?: string; reason?: string } = {}): void {
  const address = request.headers.get(CLIENT_ADDRESS_HEADER)
  log().info({ ...(address ? { client: clientHash(address) } : {}), ...details }, access)
}

/**
 * Returns the hash of a client for the log. It is the same for all requests from an address, and cannot be reversed
 * without AUTH_SECRET.
 */
export function clientHash(address: string): string {
  return createHmac('sha256', authSecret())
    .update(`log ${addressGroup(address)}`)
    .digest('base64url')
    .slice(0, 16)
}
