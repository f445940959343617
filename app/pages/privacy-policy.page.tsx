import { href } from 'react-router'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/privacy-policy.page'
import { SiteArticle } from './site-article.tsx'
import { siteText } from './site-text.server.ts'
import { textMeta } from './text-meta.ts'

export const headers = () => cacheHeaders()

export function loader() {
  return siteText('privacy-policy')
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return textMeta(siteOf(matches), href('/privacy-policy'), loaderData)
}

export default function PrivacyPolicyPage({ loaderData }: Route.ComponentProps) {
  return <SiteArticle text={loaderData} />
}
