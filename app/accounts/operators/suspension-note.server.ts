import { createHmac, timingSafeEqual } from 'node:crypto'
import { href } from 'react-router'
import { authSecret } from '../../server/process/secret.server.ts'
import type { Suspension } from '../account-rules.ts'

/**
 * Returns the path of the sign-in page with the end and reason of a suspension, for a redirect. It is signed, so that
 * only the portal can create it.
 */
export function suspendedHref({ until, why }: Suspension): string {
  const text = Buffer.from(JSON.stringify({ until, why })).toString('base64url')
  return `${href('/login')}?suspended=${encodeURIComponent(`${text}.${signatureOf(text)}`)}`
}

/** Reads `?suspended=` from `suspendedHref`; null if the signature is invalid. */
export function readSuspension(written: string): Suspension | null {
  const [text = '', signature = ''] = written.split('.', 2)
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(text))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const { until, why } = JSON.parse(Buffer.from(text, 'base64url').toString()) as { until: string; why: string }
  return { until: new Date(until), why }
}

function signatureOf(text: string): string {
  return createHmac('sha256', authSecret()).update(`suspension ${text}`).digest('base64url')
}
