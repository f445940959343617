/**
 * Path and query that a request line asks for, as the router will read them: dots resolved, also written as `%2e`, and
 * backslashes turned. All that is decided by an address (limits, files, what is shared) looks at this. A proxy may send
 * the whole address. Null where it cannot be read: too long, broken percent signs, or the zero byte that PostgreSQL refuses.
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

/** Letters and digits that are written with percent signs: the router reads them as they are. */
const PLAIN = /%(?:3[0-9]|[46][1-9a-f]|[57][0-9a]|2d|5f|7e)/gi

/** The router matches a path by patterns that look at it many times. */
const MAX_PATH = 1024
const MAX_TARGET = 8192

/** The path of a target. */
export function pathOf(target: string): string {
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}
