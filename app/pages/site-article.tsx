import type { ReactNode } from 'react'
import type { SiteText } from './site-text.server.ts'

type Props = { text: SiteText; children?: ReactNode }

/** A text of the site under its title, and before what else belongs to it. */
export function SiteArticle({ text: { title, html }, children }: Props) {
  return (
    <article className="article">
      <h1>{title}</h1>
      {/* Of the operator's own, and let through an allow list all the same (readMarkup). */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      {children}
    </article>
  )
}
