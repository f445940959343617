import type { NoticeName } from '../../accounts/notice.ts'
import { config } from '../process/config.server.ts'

/**
 * The portal's cookies. Only the server reads and writes them, except `notice`, which the client script reads and
 * deletes (accounts/notice.ts).
 */
type Kind = 'session' | 'note' | 'notice' | 'browser' | 'state'

/**
 * Returns a cookie's full name. With the prefix `__Host-`, browsers reject the cookie if it is set by another host, for
 * another path, or without HTTPS.
 */
export function cookieName(kind: Kind): string {
  return `${isSecure() ? '__Host-' : ''}playhall_${kind}`
}

/** Returns a cookie as `name=value`. */
export function cookieOf(kind: Kind, value: string): string {
  return `${cookieName(kind)}=${encodeURIComponent(value)}`
}

/** Returns the Set-Cookie header for a cookie (`name=value`) with a lifetime in seconds. 0 deletes the cookie. */
export function setCookie(cookie: string, seconds: number): string {
  return `${cookie}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`
}

/**
 * Returns the Set-Cookie header for a message on the next page (accounts/notice.ts). The cookie is independent of the
 * session.
 */
export function noticeCookie(name: NoticeName): string {
  return setCookie(cookieOf('notice', name), 60).replace('; HttpOnly', '')
}

/** Returns the value of a cookie in a Cookie header, or null if it is missing or cannot be decoded. */
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
