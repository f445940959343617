import { LogOut } from 'lucide-react'
import { useLocation } from 'react-router'
import { SignOutForm } from '../accounts/sign-in/sign-out-form.tsx'
import { usePlayer } from '../accounts/use-player.ts'
import { type CategoryLink, linksIn } from '../site/navigation.ts'
import { useEmptyLinks, useSite } from '../site/use-site.ts'
import { LinkIcon } from './link-icon.tsx'

const LISTS = [linksIn('sidebar'), linksIn('sidebarLists')]

/** A rail of icons that opens while hovered or focused. Its labels are always available to screen readers. */
export function Sidebar() {
  const { pathname } = useLocation()
  const empty = useEmptyLinks()
  const { menu: categories } = useSite()
  return (
    <nav className="sidebar" aria-label="Categories">
      <Lists current={pathname} empty={empty} categories={categories} />
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

type ListsProps = { current: string; empty: string[]; categories: CategoryLink[] | null | undefined }

function Lists({ current, empty, categories = null }: ListsProps) {
  return [...LISTS, linksIn('sidebarCategories', { categories })].map((links, at) => (
    <ul key={at}>
      {links.map(
        (link) =>
          !empty.includes(link.to) && (
            <li key={link.to}>
              <a href={link.to} aria-current={link.to === current ? 'page' : undefined}>
                <LinkIcon of={link} />
                <span dir={link.slug && categories ? 'auto' : undefined}>{link.label}</span>
              </a>
            </li>
          ),
      )}
    </ul>
  ))
}
