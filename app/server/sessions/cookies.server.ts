import type { NoticeName } from '../../accounts/notice.ts'
import { config } from '../process/config.server.ts'

/** Our cookies. Only the server reads and writes them, except `notice`, which our script takes (accounts/notice.ts). */
type Kind = 'session' | 'note' | 'notice' | 'browser' | 'state'

/** A cookie's full name. With `__Host-`, browsers reject it from any other host or path, and without https. */
export function cookieName(kind: Kind): string {
  return `${isSecure() ? '__Host-' : ''}playhall_${kind}`
}

/** A cookie as `name=value`. */
export function cookieOf(kind: Kind, value: string): string {
  return `${cookieName(kind)}=${encodeURIComponent(value)}`
}

/** The Set-Cookie header for a cookie, `name=value`, that lives for so many seconds; 0 deletes it. */
export function setCookie(cookie: string, seconds: number): string {
  return `${cookie}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`
}

/**
 * The Set-Cookie header that leaves a message for the next page (accounts/notice.ts). It does not depend on the
 * session.
 */
export function noticeCookie(name: NoticeName): string {
  return setCookie(cookieOf('notice', name), 60).replace('; HttpOnly', '')
}

/** The value of a cookie in a Cookie header; null if it is missing or cannot be decoded. */
export function cookieIn(cookies: string | null | undefined, kind: Kind): string | null {
  const start = `${cookieName(kind)}=`
  const cookie = cookies?.split(/; */).find((one) => one.startsWith(start))
  if (!cookie) return null
  try {
    return decodeURIComponent(cookie.slice(start.length))
  } catch {
    return null
  }
}

function isSecure(): boolean {
  return config().siteUrl.startsWith('https:')
}
