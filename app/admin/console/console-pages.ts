import {
  Gamepad2,
  Inbox,
  LayoutTemplate,
  type LucideIcon,
  NotebookPen,
  Rss,
  ScrollText,
  ShieldCheck,
  Tags,
  TextCursorInput,
  Users,
  Wrench,
} from 'lucide-react'
import { href } from 'react-router'
import type { PlayerInbox } from '../../contact/inbox/inbox.server.ts'
import type { PlayerReviews } from '../../games/management/pending-games.server.ts'
import type { PlayerDuties } from '../../moderation/waiting.server.ts'

/** The counts of pending work that every page loads for operators. */
export type ConsoleCounts = PlayerDuties & PlayerInbox & PlayerReviews

export type ConsolePage = {
  path: string
  label: string
  icon: LucideIcon
  /** The count of its pending work, and what it counts. */
  count?: { of: keyof ConsoleCounts; label: string }
  /** Pages below it in the menu. */
  pages?: { path: string; label: string }[]
}

/** The pages of the console, in the order of its menu. A new page is one more entry here. */
export const CONSOLE_PAGES: readonly ConsolePage[] = [
  {
    path: href('/admin/games'),
    label: 'Games',
    icon: Gamepad2,
    count: { of: 'pendingGames', label: 'pending review' },
  },
  {
    path: href('/admin/broken-games'),
    label: 'Broken games',
    icon: Wrench,
    count: { of: 'brokenGames', label: 'suspect or quarantined' },
  },
  {
    path: href('/admin/feeds'),
    label: 'Feeds',
    icon: Rss,
    count: { of: 'waitingPlans', label: 'plans to review' },
  },
  {
    path: href('/admin/categories'),
    label: 'Categories',
    icon: Tags,
    pages: [
      { path: href('/admin/tags'), label: 'Tags' },
      { path: href('/admin/collections'), label: 'Collections' },
    ],
  },
  { path: href('/admin/home-page'), label: 'Home page', icon: LayoutTemplate },
  {
    path: href('/admin/moderation'),
    label: 'Moderation',
    icon: ShieldCheck,
    count: { of: 'waiting', label: 'waiting' },
    pages: [
      { path: href('/admin/moderation/removed'), label: 'Removed' },
      { path: href('/admin/moderation/suspended'), label: 'Suspended' },
      { path: href('/admin/moderation/words'), label: 'Blocklist' },
    ],
  },
  { path: href('/admin/players'), label: 'Players', icon: Users },
  { path: href('/admin/inbox'), label: 'Inbox', icon: Inbox, count: { of: 'newMessages', label: 'new' } },
  { path: href('/admin/blog'), label: 'Blog', icon: NotebookPen },
  { path: href('/admin/site'), label: 'Site copy', icon: TextCursorInput },
  { path: href('/admin/acts'), label: 'Audit log', icon: ScrollText },
]

/** Returns the path of the console page that an address belongs to, or undefined. */
export function consolePageAt(pathname: string): string | undefined {
  return CONSOLE_PAGES.flatMap((page) => [...(page.pages ?? []), page]).find(
    ({ path }) => pathname === path || pathname.startsWith(`${path}/`),
  )?.path
}
