import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../../app/routes.ts'

/** The pattern of each route in app/routes.ts with its file in app/. */
export const LISTED_ROUTES = listRoutes(routes as RouteConfigEntry[])

function listRoutes(entries: RouteConfigEntry[], under = ''): Map<string, string> {
  return new Map(
    entries.flatMap(({ path: part = '', file, children = [] }): [string, string][] => {
      const pattern = [under, part].filter(Boolean).join('/')
      return children.length ? [...listRoutes(children, pattern)] : [[pattern, file]]
    }),
  )
}

/** Returns the message for a missing row of `what`, which is part of the route with this pattern. */
export function howToAddRow(what: string, pattern: string): string {
  const [folder] = (LISTED_ROUTES.get(pattern) ?? 'pages/').split('/')
  return `Add a row for ${what} to testing/requests/rows/${folder}.ts: who may call it, what it returns, what a visitor sees`
}
