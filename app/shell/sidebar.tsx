import { LogOut } from 'lucide-react'
import { useLocation } from 'react-router'
import { SignOutForm } from '../accounts/sign-in/sign-out-form.tsx'
import { usePlayer } from '../accounts/use-player.ts'
import { linksIn } from '../site/navigation.ts'
import { useEmptyLinks } from '../site/use-site.ts'
import { LinkIcon } from './link-icon.tsx'

const LISTS = [linksIn('sidebar'), linksIn('sidebarLists'), linksIn('sidebarCategories')]
const PATHS = new Set(LISTS.flat().map(({ to }) => to))

/** A rail of icons that opens while hovered or focused. Its labels are always available to screen readers. */
export function Sidebar() {
  const { pathname } = useLocation()
  const current = PATHS.has(pathname) ? pathname : ''
  const empty = useEmptyLinks()
  return (
    <nav className="sidebar" aria-label="Categories">
      <Lists current={current} empty={empty} />
      <Logout />
    </nav>
  )
}

function Logout() {
  if (!usePlayer()) return null
  return (
    <ul>
      <li>
        <SignOutForm className="sidebar-row">
          <LogOut aria-hidden="true" />
          <span>Logout</span>
        </SignOutForm>
      </li>
    </ul>
  )
}

function Lists({ current, empty }: { current: string; empty: string[] }) {
  return LISTS.map((links, at) => (
    <ul key={at}>
      {links.map(
        (link) =>
          !empty.includes(link.to) && (
            <li key={link.to}>
              <a href={link.to} aria-current={link.to === current ? 'page' : undefined}>
                <LinkIcon of={link} />
                <span>{link.label}</span>
              </a>
            </li>
          ),
      )}
    </ul>
  ))
}
