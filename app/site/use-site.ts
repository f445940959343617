import { useRouteLoaderData } from 'react-router'
import type { Site } from './page-meta.ts'

/** Returns the site's name and address from the root loader. */
export function useSite(): Site {
  return (useRouteLoaderData('root') as Site | undefined) ?? { name: 'Playhall', url: '' }
}

const NONE: string[] = []

/** Returns the paths of lists without games. The sidebar and the menu do not link to them. */
export function useEmptyLinks(): string[] {
  return useSite().empty ?? NONE
}

/** Returns what `useSite` returns, from a route's matches, for its `meta`. */
export function siteOf(matches: ({ id: string; loaderData?: unknown } | undefined)[]): Site {
  return (
    (matches.find((match) => match?.id === 'root')?.loaderData as Site | undefined) ?? {
      name: 'Playhall',
      url: 'http://localhost',
    }
  )
}
