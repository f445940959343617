/**
 * Returns the path and query of a request line as the router will interpret them: dots (also `%2e`) are resolved and
 * backslashes replaced. Everything that depends on the path (limits, files, sharing) uses this. A proxy may send an
 * absolute URL. Returns null if it is invalid: too long, with incorrect percent-encoding, or with the zero byte, which
 * PostgreSQL rejects.
 */
export function resolveTarget(url: string): string | null {
  if (url.length > MAX_TARGET) return null
  const resolved = URL.parse(url.startsWith('/') ? `http://here${url}` : url)
  if (!resolved || resolved.pathname.length > MAX_PATH) return null
  const target = resolved.pathname.replace(PLAIN, decodeURIComponent) + resolved.search
  if (target.includes('%00')) return null
  try {
    decodeURIComponent(resolved.pathname)
    return target
  } catch {
    return null
  }
}

/** Percent-encoded letters, digits and other unreserved characters, which the router decodes. */
const PLAIN = /%(?:3[0-9]|[46][1-9a-f]|[57][0-9a]|2d|5f|7e)/gi

/** Limits the length, since the router's patterns scan a path many times. */
const MAX_PATH = 1024
const MAX_TARGET = 8192

export function pathOf(target: string): string {
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}
