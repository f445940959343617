import { href } from 'react-router'
import { cacheHeaders } from '../server/cache/cache-headers.server.ts'
import { faqPage } from '../site/structured-data.server.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/help.page'
import { SiteArticle } from './site-article.tsx'
import { siteQuestions } from './site-text.server.ts'
import { textMeta } from './text-meta.ts'

export const headers = () => cacheHeaders()

export function loader() {
  const { questions, ...text } = siteQuestions('help')
  return { ...text, structured: [faqPage(questions)] }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return textMeta(siteOf(matches), href('/help'), loaderData)
}

export default function HelpPage({ loaderData }: Route.ComponentProps) {
  return <SiteArticle text={loaderData} />
}
