import { useRouteLoaderData } from 'react-router'
import type { Site } from './page-meta.ts'
import { SITE_COPY } from './site-copy.ts'

/** With the address that is shown to who wants to write to us. */
type OurSite = Site & { contactEmail: string }

/** The site's name and addresses, from the root loader. */
export function useSite(): OurSite {
  return (useRouteLoaderData('root') as OurSite | undefined) ?? UNKNOWN
}

/** The same in a route's `meta`, out of its matches. */
export function siteOf(matches: ({ id: string; loaderData?: unknown } | undefined)[]): OurSite {
  return (
    (matches.find((match) => match?.id === 'root')?.loaderData as OurSite | undefined) ?? {
      ...UNKNOWN,
      url: 'http://localhost',
    }
  )
}

const UNKNOWN: OurSite = { name: 'Playhall', url: '', contactEmail: SITE_COPY.contactEmail }
