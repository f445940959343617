import { Gamepad2, Inbox, type LucideIcon, NotebookPen, ScrollText, ShieldCheck, TextCursorInput } from 'lucide-react'
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
  /** Pages below it in the menu. `also` is the beginning of other addresses that belong to it. */
  pages?: { path: string; label: string; also?: string }[]
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
    path: href('/admin/moderation'),
    label: 'Moderation',
    icon: ShieldCheck,
    count: { of: 'waiting', label: 'waiting' },
    pages: [
      { path: href('/admin/moderation/removed'), label: 'Removed' },
      { path: href('/admin/moderation/suspended'), label: 'Suspended', also: '/admin/players/' },
      { path: href('/admin/moderation/words'), label: 'Blocklist' },
    ],
  },
  { path: href('/admin/inbox'), label: 'Inbox', icon: Inbox, count: { of: 'newMessages', label: 'new' } },
  { path: href('/admin/blog'), label: 'Blog', icon: NotebookPen },
  { path: href('/admin/site'), label: 'Site copy', icon: TextCursorInput },
  { path: href('/admin/acts'), label: 'Audit log', icon: ScrollText },
]

/** Returns the path of the console page that an address belongs to, or undefined. */
export function consolePageAt(pathname: string): string | undefined {
  return CONSOLE_PAGES.flatMap((page) => [...(page.pages ?? []), { ...page, also: undefined }]).find(
    ({ path, also }) => pathname === path || pathname.startsWith(also ?? `${path}/`),
  )?.path
}
