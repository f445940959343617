import type { ReactNode } from 'react'
import type { SiteText } from './site-text.server.ts'

type Props = { text: SiteText; children?: ReactNode }

/** A text of the site under its title, followed by `children`. */
export function SiteArticle({ text: { title, html }, children }: Props) {
  return (
    <article className="article">
      <h1>{title}</h1>
      {/* Written by the operator, but still filtered by an allowlist (readMarkup). */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      {children}
    </article>
  )
}
