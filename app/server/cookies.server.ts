import { config } from './config.server.ts'

/** The whole name of a cookie of ours. `__Host-` has browsers refuse it from any other host or path, and without https. */
export function cookieName(name: 'session' | 'note'): string {
  return `${isSecure() ? '__Host-' : ''}playhall_${name}`
}

/** A cookie as `name=value`. */
export function cookieOf(name: string, value: string): string {
  return `${name}=${encodeURIComponent(value)}`
}

/** The Set-Cookie header that gives a browser a cookie, `name=value`, for so many seconds; 0 takes it away. Scripts do not see it. */
export function setCookie(cookie: string, seconds: number): string {
  return `${cookie}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`
}

/** The value of a cookie in a Cookie header; null where it has none, or one that nobody can read. */
export function cookieIn(cookies: string | null | undefined, name: string): string | null {
  const cookie = cookies?.split(/; */).find((one) => one.startsWith(`${name}=`))
  if (!cookie) return null
  try {
    return decodeURIComponent(cookie.slice(name.length + 1))
  } catch {
    return null
  }
}

function isSecure(): boolean {
  return config().siteUrl.startsWith('https:')
}
