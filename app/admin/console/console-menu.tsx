import { ExternalLink } from 'lucide-react'
import { href, useLocation } from 'react-router'
import { usePlayer } from '../../accounts/use-player.ts'
import { formatPending } from '../../lib/text.ts'
import { CONSOLE_PAGES, type ConsoleCounts, type ConsolePage, consolePageAt } from './console-pages.ts'

export const CONSOLE_MENU = 'console-menu'

/**
 * The console's menu: a column on wide screens, and elsewhere a popover that a button in the header opens, also without
 * JavaScript.
 */
export function ConsoleMenu() {
  const { pathname } = useLocation()
  const current = consolePageAt(pathname)
  return (
    <nav id={CONSOLE_MENU} popover="auto" className="sheet console-menu" aria-label="Console">
      <ul>
        {CONSOLE_PAGES.map((page) => (
          <li key={page.path}>
            <MenuLink page={page} current={current} pathname={pathname} />
            {page.pages && (
              <ul>
                {page.pages.map((below) => (
                  <li key={below.path}>
                    <MenuLink page={below} current={current} pathname={pathname} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
        {/* Wide screens have this link in the header. */}
        <li className="console-menu-site">
          <a href={href('/')}>
            <ExternalLink aria-hidden="true" />
            <span>View site</span>
          </a>
        </li>
      </ul>
    </nav>
  )
}

type LinkProps = {
  page: Pick<ConsolePage, 'path' | 'label'> & Partial<ConsolePage>
  current: string | undefined
  pathname: string
}

/** A page below the linked one is marked by its link too, as current but not as the page itself. */
function MenuLink({ page: { path, label, icon: Icon, count }, current, pathname }: LinkProps) {
  return (
    <a href={path} aria-current={path === pathname ? 'page' : path === current ? 'true' : undefined}>
      {Icon && <Icon aria-hidden="true" />}
      <span>{label}</span>
      {count && <Count {...count} />}
    </a>
  )
}

function Count({ of, label }: NonNullable<ConsolePage['count']>) {
  const waiting = usePlayer<ConsoleCounts>()?.[of]
  if (!waiting) return null
  return (
    <span className="console-count">
      {formatPending(waiting)} <span className="sr-only">{label}</span>
    </span>
  )
}
