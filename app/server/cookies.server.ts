import { config } from './config.server.ts'

/** The cookies that only the server reads and writes. */
type Kind = 'session' | 'note'

/** The whole name of one. `__Host-` has browsers refuse it from any other host or path, and without https. */
export function cookieName(kind: Kind): string {
  return `${isSecure() ? '__Host-' : ''}playhall_${kind}`
}

/** A cookie as `name=value`. */
export function cookieOf(kind: Kind, value: string): string {
  return `${cookieName(kind)}=${encodeURIComponent(value)}`
}

/** The Set-Cookie header that gives a browser a cookie, `name=value`, for so many seconds; 0 takes it away. */
export function setCookie(cookie: string, seconds: number): string {
  return `${cookie}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`
}

/** The value of a cookie in a Cookie header; null where it has none, or one that nobody can read. */
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
