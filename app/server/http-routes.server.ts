/** What a route says of itself to the layers below and above it: its export `handle`. It goes to browsers too, so it holds plain values. */
export type RouteHandle = {
  /**
   * The methods that the address takes, HEAD with GET: whatever else is asked for is answered with 405, before it is
   * counted and before the route is called. Without it a page is read, and posted to where it has an action.
   */
  takes?: ('GET' | 'POST' | 'PUT' | 'DELETE')[]
  /**
   * Paths that a stored file may have; all of them begin with the route's first part. They have the rate limit and
   * the queue of files, and any other path under that part is answered with 404, without the route. The route calls `freeSlot`
   * before it waits for a provider or the storage (fair-queue.server.ts).
   */
  files?: RegExp
  /** A change is taken from other sites and programs too: its address says whose it is, and the session is not asked. */
  fromAnywhere?: true
  /** Nothing stands round the page (app/shell/shell.tsx). */
  bare?: true
}

/** The routes of a build, by their ids. */
export type BuiltRoutes = {
  [id: string]: { path?: string; index?: boolean; parentId?: string; module: { handle?: unknown } } | undefined
}

/** What the routes say of themselves, by the paths that the router finds them at. */
export type RouteIndex = {
  /** The methods that the route of a path takes; null where it does not say. */
  takenAt: (path: string) => string[] | null
  /** `file` where a stored file may be, `missing` where none can be, null where it is about something else. */
  fileAt: (path: string) => 'file' | 'missing' | null
  /** Whether a change need not come from our own pages. */
  isFromAnywhere: (path: string) => boolean
}

/** Finds routes as React Router does (its order, any case of letters, slashes at the end), in a hundredth of its time. */
export function indexRoutes(routes: BuiltRoutes): RouteIndex {
  const known = Object.values(routes).flatMap((route) => {
    // The root, whose path is empty, stands round all others.
    if (!route || (!route.path && !route.index)) return []
    const pattern = patternOf(route, routes)
    return { pattern, matches: matcherOf(pattern), handle: (route.module.handle ?? {}) as RouteHandle }
  })
  known.sort((a, b) => rankOf(b.pattern) - rankOf(a.pattern))
  const folders = new Map(
    known.flatMap(({ pattern, handle: { files } }) => (files ? [[pattern.split('/')[0], files]] : [])),
  )
  const handleAt = (path: string) => {
    // So the router asks for the data of a page.
    const asked = path.replace(/(^|\/)_\.data$|\.data$/, '$1')
    return known.find(({ matches }) => matches.test(asked))?.handle
  }
  return {
    takenAt: (path) => handleAt(path)?.takes ?? null,
    isFromAnywhere: (path) => handleAt(path)?.fromAnywhere ?? false,
    fileAt(path) {
      const files = folders.get(path.split('/', 2)[1] ?? '')
      if (!files) return null
      return files.test(path) ? 'file' : 'missing'
    },
  }
}

/** The pattern of a route with those that it stands in: `game/:id/views`; empty for the home page. */
function patternOf(route: BuiltRoutes[string], routes: BuiltRoutes): string {
  if (!route) return ''
  const above = route.parentId === undefined ? '' : patternOf(routes[route.parentId], routes)
  return [above, route.path ?? ''].filter(Boolean).join('/')
}

function matcherOf(pattern: string): RegExp {
  const source = (pattern && `/${pattern}`)
    .replaceAll('.', '\\.')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\/\*$/, '(?:/.*)?')
  return new RegExp(`^${source}/*$`, 'i')
}

/** As the router ranks them: a part that is given before one that is open, and that before the rest of an address. */
function rankOf(pattern: string): number {
  const parts = pattern.split('/')
  const worth = (part: string) => (part === '*' ? -2 : part.startsWith(':') ? 3 : 10)
  return parts.length + parts.reduce((sum, part) => sum + worth(part), 0)
}
