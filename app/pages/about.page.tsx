import { href } from 'react-router'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { aboutPage } from '../site/structured-data.server.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/about.page'
import { SiteArticle } from './site-article.tsx'
import { siteText } from './site-text.server.ts'
import { textMeta } from './text-meta.ts'

export const headers = () => cacheHeaders()

export function loader() {
  const text = siteText('about')
  return { ...text, structured: [aboutPage(href('/about'), text)] }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return textMeta(siteOf(matches), href('/about'), loaderData)
}

export default function AboutPage({ loaderData }: Route.ComponentProps) {
  return <SiteArticle text={loaderData} />
}
