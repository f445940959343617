import { KeptMarkup } from '../ui/kept-markup.tsx'
import { linksIn } from '../site/navigation.ts'
import { SITE_COPY } from '../site/site-copy.ts'
import { useSite } from '../site/use-site.ts'
import { Leader } from '../ui/bulbs.tsx'
import { Brand } from './brand.tsx'

const COLUMNS = [
  { title: 'Play', links: linksIn('footerPlay') },
  { title: 'Find', links: linksIn('footerFind') },
]

export function Footer() {
  const { name, contactEmail } = useSite()
  const year = new Date().getUTCFullYear()
  return (
    <KeptMarkup from={{ footer: COLUMNS, name, contactEmail, year }}>
      {() => <Columns name={name} email={contactEmail} year={year} />}
    </KeptMarkup>
  )
}

function Columns({ name, email, year }: { name: string; email: string; year: number }) {
  return (
    <footer className="footer">
      <div>
        <div className="footer-columns">
          <div>
            <Brand name={name} />
            <p className="mt-4 max-w-[44ch] leading-relaxed">{SITE_COPY.footer}</p>
            {SITE_COPY.socialLinks.length > 0 && (
              <ul className="mt-4 flex flex-wrap gap-2" aria-label="Elsewhere">
                {SITE_COPY.socialLinks.map(({ label, href: to }) => (
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
                {links.map(({ label, to }) => (
                  <li key={to}>
                    <a href={to}>{label}</a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="footer-end">
          <span>
            © {year} {name}
          </span>
          <Leader />
          <a href={`mailto:${email}`}>{email}</a>
        </div>
      </div>
    </footer>
  )
}
