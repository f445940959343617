import {
  Bell,
  Clapperboard,
  Coins,
  Heart,
  LayoutGrid,
  type LucideIcon,
  NotebookPen,
  ScrollText,
  ShieldCheck,
  UserRoundCog,
} from 'lucide-react'
import { CategoryIcon } from '../games/catalogue/category-icon.tsx'
import type { IconName, Link } from '../site/navigation.ts'

const ICONS: Record<IconName, LucideIcon> = {
  games: LayoutGrid,
  originals: Clapperboard,
  wishlist: Heart,
  account: UserRoundCog,
  rewards: Coins,
  moderation: ShieldCheck,
  blog: NotebookPen,
  acts: ScrollText,
  notifications: Bell,
}

/** The icon of a category or page that a link leads to; nothing where it has none. */
export function LinkIcon({ of: { slug, icon } }: { of: Link }) {
  if (slug) return <CategoryIcon slug={slug} />
  const Icon = icon && ICONS[icon]
  return Icon ? <Icon aria-hidden="true" /> : null
}
