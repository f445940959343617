import { createHmac, timingSafeEqual } from 'node:crypto'
import { authSecret } from '../../server/process/secret.server.ts'
import { versionIn } from './version-address.ts'

/**
 * Addresses at which operators try a version that is not public. Browsers send no session with the requests of a game,
 * whose origin is opaque, so the address itself permits them, for one to two days.
 */

const DAY_MS = 24 * 3_600_000

/** Returns the play URL of an uploaded game for operators. Others stay as they are. */
export function previewHref(url: string): string {
  const version = versionIn(url)
  return version === null ? url : `/play/v${version}-${previewToken(version)}/`
}

function previewToken(version: number): string {
  // It changes once a day, so that a browser loads a game again from its cache.
  const end = (Math.floor(Date.now() / DAY_MS) + 2).toString(36)
  return `${end}-${signatureOf(version, end)}`
}

/** Whether a token permits reading a version. */
export function permitsPreview(version: number, token: string): boolean {
  const end = token.split('-', 1)[0] ?? ''
  const [given, expected] = [Buffer.from(token), Buffer.from(`${end}-${signatureOf(version, end)}`)]
  const isValid = given.length === expected.length && timingSafeEqual(given, expected)
  return isValid && Number.parseInt(end, 36) * DAY_MS > Date.now()
}

function signatureOf(version: number, end: string): string {
  return createHmac('sha256', authSecret()).update(`preview ${version} ${end}`).digest('base64url').slice(0, 22)
}
