import { Clapperboard, Heart, LayoutGrid, LogOut } from 'lucide-react'
import { href, useLocation } from 'react-router'
import { CategoryIcon } from '../games/category-icon.tsx'
import { SignOutForm } from '../accounts/sign-out-form.tsx'
import { categoryHref } from '../games/games-href.ts'
import { usePlayer } from '../lib/use-player.ts'

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

/** A rail of icons that opens while hovered or focused; its names are always there for screen readers. */
export function Sidebar() {
  const { pathname } = useLocation()
  const player = usePlayer()
  const current = (to: string) => (pathname === to ? 'page' : undefined)
  const category = ({ slug, label }: { slug: string; label: string }) => {
    const to = categoryHref(slug)
    return (
      <li key={slug}>
        <a href={to} aria-current={current(to)}>
          <CategoryIcon slug={slug} />
          <span>{label}</span>
        </a>
      </li>
    )
  }
  return (
    <nav className="sidebar" aria-label="Categories">
      <ul>
        <li>
          <a href={href('/games')} aria-current={current(href('/games'))}>
            <LayoutGrid aria-hidden="true" />
            <span>All Games</span>
          </a>
        </li>
        <li>
          <a href={href('/originals')} aria-current={current(href('/originals'))}>
            <Clapperboard aria-hidden="true" />
            <span>Originals</span>
          </a>
        </li>
        <li>
          <a href={href('/wishlist')} aria-current={current(href('/wishlist'))}>
            <Heart aria-hidden="true" />
            <span>My Wishlist</span>
          </a>
        </li>
      </ul>
      <ul>
        {category({ slug: 'new', label: 'New' })}
        {category({ slug: 'popular', label: 'Popular' })}
      </ul>
      <ul>{SIDEBAR_CATEGORIES.map(category)}</ul>
      {player && (
        <ul>
          <li>
            <SignOutForm className="sidebar-row">
              <LogOut aria-hidden="true" />
              <span>Logout</span>
            </SignOutForm>
          </li>
        </ul>
      )}
    </nav>
  )
}
