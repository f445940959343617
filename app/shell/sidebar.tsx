import type { ReactNode } from 'react'
import { Clapperboard, Heart, LayoutGrid, LogOut } from 'lucide-react'
import { href, useLocation } from 'react-router'
import { CategoryIcon } from '../games/catalogue/category-icon.tsx'
import { SignOutForm } from '../accounts/sign-out-form.tsx'
import { categoryHref } from '../games/catalogue/games-href.ts'
import { usePlayer } from '../accounts/use-player.ts'
import { KeptMarkup } from '../ui/kept-markup.tsx'

/** The sidebar's categories in their order (portal.md, 2). */
export const SIDEBAR_CATEGORIES: { slug: string; label: string }[] = [
  { slug: 'action', label: 'Action' },
  { slug: 'adventure', label: 'Adventure' },
  { slug: 'driving', label: 'Driving' },
  { slug: 'puzzle', label: 'Puzzle' },
  { slug: 'sports', label: 'Sports' },
  { slug: 'shooting', label: 'Shooting' },
  { slug: 'multiplayer', label: 'Multiplayer' },
  { slug: 'beauty', label: 'Beauty' },
  { slug: 'dress-up', label: 'Dress Up' },
  { slug: 'italian-brainrot', label: 'Italian Brainrot' },
  { slug: 'horror', label: 'Horror' },
  { slug: 'clicker', label: 'Clicker' },
  { slug: 'card', label: 'Card' },
  { slug: 'minecraft', label: 'Minecraft' },
  { slug: 'pool', label: 'Pool' },
  { slug: 'stickman', label: 'Stickman' },
]

const LISTS = [
  { slug: 'new', label: 'New' },
  { slug: 'popular', label: 'Popular' },
]

const PAGES = [
  { to: href('/games'), label: 'All Games', icon: LayoutGrid },
  { to: href('/originals'), label: 'Originals', icon: Clapperboard },
  { to: href('/wishlist'), label: 'My Wishlist', icon: Heart },
]

const PATHS = new Set([
  ...PAGES.map(({ to }) => to),
  ...[...LISTS, ...SIDEBAR_CATEGORIES].map(({ slug }) => categoryHref(slug)),
])

/** A rail of icons that opens while hovered or focused; its names are always there for screen readers. */
export function Sidebar() {
  const { pathname } = useLocation()
  const player = usePlayer()
  const current = PATHS.has(pathname) ? pathname : ''
  return (
    <nav className="sidebar" aria-label="Categories">
      <KeptMarkup of={PATHS} as={current}>
        {() => <Lists current={current} />}
      </KeptMarkup>
      {player && (
        <KeptMarkup of={PATHS} as="logout">
          {() => (
            <ul>
              <li>
                <SignOutForm className="sidebar-row">
                  <LogOut aria-hidden="true" />
                  <span>Logout</span>
                </SignOutForm>
              </li>
            </ul>
          )}
        </KeptMarkup>
      )}
    </nav>
  )
}

function Lists({ current }: { current: string }) {
  const item = (to: string, label: string, icon: ReactNode) => (
    <li key={to}>
      <a href={to} aria-current={to === current ? 'page' : undefined}>
        {icon}
        <span>{label}</span>
      </a>
    </li>
  )
  const category = ({ slug, label }: { slug: string; label: string }) =>
    item(categoryHref(slug), label, <CategoryIcon slug={slug} />)
  return (
    <>
      <ul>{PAGES.map(({ to, label, icon: Icon }) => item(to, label, <Icon aria-hidden="true" />))}</ul>
      <ul>{LISTS.map(category)}</ul>
      <ul>{SIDEBAR_CATEGORIES.map(category)}</ul>
    </>
  )
}
