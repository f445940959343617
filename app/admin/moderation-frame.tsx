import type { ReactNode } from 'react'
import { href, useLocation } from 'react-router'
import { usePlayer } from '../accounts/use-player.ts'
import type { PlayerDuties } from '../moderation/waiting.server.ts'
import { ButtonLink } from '../ui/button.tsx'
import { RefusedNote } from '../forms/refused-note.tsx'
import './moderation.css'

const TABS = [
  { to: href('/admin/moderation'), label: 'Waiting' },
  { to: href('/admin/moderation/removed'), label: 'Removed' },
  { to: href('/admin/moderation/suspended'), label: 'Suspended' },
  { to: href('/admin/moderation/words'), label: 'Blocklist' },
  { to: href('/admin/acts'), label: 'Audit log' },
]

/** Heading and tabs of each moderation page. */
export function ModerationFrame({ title = 'Moderation', children }: { title?: string; children: ReactNode }) {
  const { pathname } = useLocation()
  const player = usePlayer<PlayerDuties>()
  return (
    <>
      <h1>{title}</h1>
      <nav className="tabs moderation-tabs" aria-label="Moderation">
        {TABS.map(({ to, label }, at) => (
          <a key={to} href={to} aria-current={to === pathname ? 'page' : undefined}>
            {label}
            {at === 0 && player?.waiting ? <span className="chip">{player.waiting}</span> : null}
          </a>
        ))}
      </nav>
      <RefusedNote />
      {children}
    </>
  )
}

type TurnProps = {
  /** The first page of the list; null if it is the current one. */
  start: string | null
  /** The next page; null on the last. */
  next: string | null
  labels: { start: string; next: string }
}

/** Labels for lists that begin with the newest. */
export const NEWEST_FIRST = { start: 'Newest', next: 'Older' }

/** Links between the pages of a list; nothing if there is only one. */
export function Turn({ start, next, labels }: TurnProps) {
  if (!start && !next) return null
  return (
    <nav className="acts-turn" aria-label="Pages">
      {start && <ButtonLink href={start}>{labels.start}</ButtonLink>}
      {next && <ButtonLink href={next}>{labels.next}</ButtonLink>}
    </nav>
  )
}
