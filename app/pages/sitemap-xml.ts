import { escapeXml } from '../lib/xml.ts'

export type SitemapEntry = { path: string; changed?: Date | undefined }

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Returns a sitemap of pages (`urlset`) or of sitemaps (`sitemapindex`), from paths on this site. */
export function sitemapXml(siteUrl: string, kind: 'urlset' | 'sitemapindex', entries: SitemapEntry[]): string {
  const item = kind === 'urlset' ? 'url' : 'sitemap'
  const lines = entries.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
    return `<${item}><loc>${escapeXml(new URL(path, siteUrl).href)}</loc>${lastmod}</${item}>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="${NAMESPACE}">\n${lines.join('\n')}\n</${kind}>\n`
}
