/** A legal text: its title, its date, and a heading with paragraphs for each matter. */
export function LegalArticle({ title, sections }: { title: string; sections: { heading: string; text: string[] }[] }) {
  return (
    <article className="article">
      <h1>{title}</h1>
      <p className="lead">Last updated May 01, 2025</p>
      {sections.map(({ heading, text }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  )
}
