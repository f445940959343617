import { Bell, Clapperboard, Coins, Heart, LayoutGrid, type LucideIcon } from 'lucide-react'
import { CategoryIcon } from '../games/catalogue/category-icon.tsx'
import type { IconName, Link } from '../site/navigation.ts'

/** Icons of links on every page. Those of links only in the user menu are in user-menu-panel.tsx. */
const ICONS: Partial<Record<IconName, LucideIcon>> = {
  games: LayoutGrid,
  originals: Clapperboard,
  wishlist: Heart,
  rewards: Coins,
  notifications: Bell,
}

/** The icon of a link's category or page, or null. */
export function LinkIcon({ of: { slug, icon } }: { of: Link }) {
  if (slug) return <CategoryIcon slug={slug} />
  const Icon = icon && ICONS[icon]
  return Icon ? <Icon aria-hidden="true" /> : null
}
