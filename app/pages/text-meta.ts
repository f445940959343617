import { breadcrumbList, pageMeta, type Site } from '../site/page-meta.ts'
import type { SiteText } from './site-text.server.ts'

/** Returns the metadata of a site text, with breadcrumbs from the home page and the `structured` data of its loader. */
export function textMeta(site: Site, path: string, text: (SiteText & { structured?: object[] }) | undefined) {
  if (!text) return []
  const { title, description, structured = [] } = text
  const crumbs = [
    { name: 'Home', path: '/' },
    { name: title, path },
  ]
  return pageMeta(site, {
    title: title.includes(site.name) ? title : `${title} | ${site.name}`,
    description,
    path,
    structured: [breadcrumbList(site, crumbs), ...structured],
  })
}
