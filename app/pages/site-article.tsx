import type { ReactNode } from 'react'
import type { SiteText } from './site-text.server.ts'

type Props = { text: SiteText; children?: ReactNode }

/** Shows a site text under its title, followed by `children`. */
export function SiteArticle({ text: { title, html }, children }: Props) {
  return (
    <article className="article">
      <h1>{title}</h1>
      {/* The operator wrote this HTML, but an allowlist still filters it (readMarkup). */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      {children}
    </article>
  )
}
