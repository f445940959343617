import type { ComponentType } from 'react'

/**
 * The properties that a route declares to the layers around it, in its export `handle`. Browsers load it, too, so use
 * only plain values and components.
 */
export type RouteHandle = {
  /**
   * The methods of the address; GET includes HEAD. Others get a 405 before they are counted or the route is called.
   * Without it, a page accepts GET, and POST if it has an action.
   */
  methods?: ('GET' | 'POST' | 'PUT' | 'DELETE')[]
  /**
   * Paths that a stored file may have; all begin with the route's first segment. They have the rate limit and queue of
   * files. Any other path under that segment gets a 404 without calling the route. The route calls `freeSlot` before it
   * waits for a provider or the storage (fair-queue.server.ts).
   */
  files?: RegExp
  /** Accepts changes from other sites and programs: the address itself identifies the player, not the session. */
  fromAnywhere?: true
  /** The page is rendered without the shell (app/shell/shell.tsx). */
  bare?: true
  /** Replaces the site's header and sidebar for operators, and removes its footer (app/shell/shell.tsx). */
  console?: { Header: ComponentType; Menu: ComponentType }
}

/** The routes of a build by id. */
export type BuiltRoutes = {
  [id: string]: { path?: string; index?: boolean; parentId?: string; module: { handle?: unknown } } | undefined
}

/** The declarations of routes, by request path. */
export type RouteIndex = {
  /** The methods of the route at a path; null if it declares none. */
  methodsAt: (path: string) => string[] | null
  /** `file` if a path may be a stored file's, `missing` if no file can have it, null for all other routes. */
  fileAt: (path: string) => 'file' | 'missing' | null
  /** Whether a change may come from anywhere, not only from our own pages. */
  isFromAnywhere: (path: string) => boolean
}

/** Matches routes like React Router (order, letter case, trailing slashes), in a hundredth of its time. */
export function indexRoutes(routes: BuiltRoutes): RouteIndex {
  const known = Object.values(routes).flatMap((route) => {
    // The root, whose path is empty, wraps all others.
    if (!route || (!route.path && !route.index)) return []
    const pattern = patternOf(route, routes)
    return { pattern, matches: matcherOf(pattern), handle: (route.module.handle ?? {}) as RouteHandle }
  })
  known.sort((a, b) => rankOf(b.pattern) - rankOf(a.pattern))
  const folders = new Map(
    known.flatMap(({ pattern, handle: { files } }) => (files ? [[pattern.split('/')[0], files]] : [])),
  )
  const handleAt = (path: string) => {
    // The router's suffix for page data.
    const pagePath = path.replace(/(^|\/)_\.data$|\.data$/, '$1')
    return known.find(({ matches }) => matches.test(pagePath))?.handle
  }
  return {
    methodsAt: (path) => handleAt(path)?.methods ?? null,
    isFromAnywhere: (path) => handleAt(path)?.fromAnywhere ?? false,
    fileAt(path) {
      // The router ignores letter case.
      const files = folders.get((path.split('/', 2)[1] ?? '').toLowerCase())
      if (!files) return null
      return files.test(path) ? 'file' : 'missing'
    },
  }
}

/** A route's full pattern, with its parents': `game/:id/views`; empty for the home page. */
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

/** Ranks like the router: a static segment before a parameter, and a parameter before a splat. */
function rankOf(pattern: string): number {
  const parts = pattern.split('/')
  const worth = (part: string) => (part === '*' ? -2 : part.startsWith(':') ? 3 : 10)
  return parts.length + parts.reduce((sum, part) => sum + worth(part), 0)
}
