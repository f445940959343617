import { linksIn } from '../site/navigation.ts'
import type { FooterWords } from '../site/site-texts.ts'
import { useEmptyLinks, useSite } from '../site/use-site.ts'
import { Leader } from '../ui/bulbs.tsx'
import { Brand } from './brand.tsx'

const COLUMNS = [
  { title: 'Play', links: linksIn('footerPlay') },
  { title: 'Take part', links: linksIn('footerPart') },
  { title: 'Legal', links: linksIn('footerLegal') },
]

/** Used if the root's data failed to load. */
const NO_WORDS: FooterWords = { text: '', email: '', social: [] }

export function Footer() {
  const { name, footer = NO_WORDS } = useSite()
  const { text, email, social } = footer
  const empty = useEmptyLinks()
  const year = new Date().getUTCFullYear()
  return (
    <footer className="footer">
      <div>
        <div className="footer-columns">
          <div>
            <Brand name={name} />
            <p>{text}</p>
            {social.length > 0 && (
              <ul className="buttons" aria-label="Elsewhere">
                {social.map(({ label, href: to }) => (
                  <li key={to}>
                    <a className="button button-secondary" href={to} rel="noopener noreferrer">
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </div>
          {COLUMNS.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(
                  ({ label, to }) =>
                    !empty.includes(to) && (
                      <li key={to}>
                        <a href={to}>{label}</a>
                      </li>
                    ),
                )}
              </ul>
            </nav>
          ))}
        </div>
        <div className="footer-end">
          <span>
            © {year} {name}
          </span>
          <Leader />
          {email && <a href={`mailto:${email}`}>{email}</a>}
        </div>
      </div>
    </footer>
  )
}
