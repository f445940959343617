import type { SiteText } from './site-text.server.ts'

/** A text of the site under its title. */
export function SiteArticle({ text: { title, html } }: { text: SiteText }) {
  return (
    <article className="article">
      <h1>{title}</h1>
      {/* Of the operator's own, and let through an allow list all the same (readMarkup). */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  )
}
