import { href } from 'react-router'
import { AdChoice } from '../ads/ad-choice.tsx'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/cookie-policy.page'
import { SiteArticle } from './site-article.tsx'
import { siteText } from './site-text.server.ts'
import { textMeta } from './text-meta.ts'

export const headers = () => cacheHeaders()

export function loader() {
  return siteText('cookie-policy')
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return textMeta(siteOf(matches), href('/cookie-policy'), loaderData)
}

export default function CookiePolicyPage({ loaderData }: Route.ComponentProps) {
  return (
    <SiteArticle text={loaderData}>
      <AdChoice />
    </SiteArticle>
  )
}
