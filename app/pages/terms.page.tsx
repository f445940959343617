import { href } from 'react-router'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/terms.page'
import { SiteArticle } from './site-article.tsx'
import { siteText } from './site-text.server.ts'
import { textMeta } from './text-meta.ts'

export const headers = () => cacheHeaders()

export function loader() {
  return siteText('terms')
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return textMeta(siteOf(matches), href('/terms'), loaderData)
}

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  return <SiteArticle text={loaderData} />
}
