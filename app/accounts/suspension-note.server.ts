import { createHmac, timingSafeEqual } from 'node:crypto'
import { href } from 'react-router'
import { authSecret } from '../server/secret.server.ts'
import type { Suspension } from './account-rules.ts'

/**
 * A suspension as a text that only we can have written: what better-auth hands on of a refusal is a text, and who comes from
 * Google is told on the sign-in page, to which an address leads.
 */
export function writeSuspension({ until, why }: Suspension): string {
  const text = Buffer.from(JSON.stringify({ until, why })).toString('base64url')
  return `${text}.${signatureOf(text)}`
}

/** The suspension that `writeSuspension` wrote; null for any other text. */
export function readSuspension(written: string): Suspension | null {
  const [text = '', signature = ''] = written.split('.', 2)
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(text))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const { until, why } = JSON.parse(Buffer.from(text, 'base64url').toString()) as { until: string; why: string }
  return { until: new Date(until), why }
}

/** The sign-in page that says until when and why, by the text of `writeSuspension`. */
export function suspendedHref(written: string): string {
  return `${href('/login')}?suspended=${encodeURIComponent(written)}`
}

function signatureOf(text: string): string {
  return createHmac('sha256', authSecret()).update(`suspension ${text}`).digest('base64url')
}
