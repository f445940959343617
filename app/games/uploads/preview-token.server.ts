import { createHmac, timingSafeEqual } from 'node:crypto'
import { authSecret } from '../../server/process/secret.server.ts'
import { versionIn } from './version-address.ts'

/**
 * Addresses at which operators test a version that is not public. A game's origin is opaque, so browsers send no
 * session with its requests. Instead, a token in the address permits them for one to two days.
 */

const DAY_MS = 24 * 3_600_000

/** Returns the play URL of an uploaded game for operators. Other URLs are returned unchanged. */
export function previewHref(url: string): string {
  const version = versionIn(url)
  return version === null ? url : `/play/v${version}-${previewToken(version)}/`
}

function previewToken(version: number): string {
  // The token changes only once a day, so that the browser's cache stays usable.
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
