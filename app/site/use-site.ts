import { useRouteLoaderData } from 'react-router'
import type { Site } from './page-meta.ts'

/** The site's name and address, from the root loader. */
export function useSite(): Site {
  return (useRouteLoaderData('root') as Site | undefined) ?? { name: 'Playhall', url: '' }
}

const NONE: string[] = []

/** Paths of lists without games, which sidebar and menu do not link. */
export function useEmptyLinks(): string[] {
  return useSite().empty ?? NONE
}

/** `useSite` for a route's `meta`, from its matches. */
export function siteOf(matches: ({ id: string; loaderData?: unknown } | undefined)[]): Site {
  return (
    (matches.find((match) => match?.id === 'root')?.loaderData as Site | undefined) ?? {
      name: 'Playhall',
      url: 'http://localhost',
    }
  )
}
