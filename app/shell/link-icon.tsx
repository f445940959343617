import { Bell, Clapperboard, Coins, Heart, LayoutGrid, type LucideIcon } from 'lucide-react'
import { CategoryIcon } from '../games/catalogue/category-icon.tsx'
import type { IconName, Link } from '../site/navigation.ts'

/** Those of links on every page; user-menu-panel.tsx draws those that stand in the user menu alone. */
const ICONS: Partial<Record<IconName, LucideIcon>> = {
  games: LayoutGrid,
  originals: Clapperboard,
  wishlist: Heart,
  rewards: Coins,
  notifications: Bell,
}

/** The icon of a category or page that a link leads to; nothing where it has none. */
export function LinkIcon({ of: { slug, icon } }: { of: Link }) {
  if (slug) return <CategoryIcon slug={slug} />
  const Icon = icon && ICONS[icon]
  return Icon ? <Icon aria-hidden="true" /> : null
}
