import type { ReactNode } from 'react'
import { href, useLocation } from 'react-router'
import { usePlayer } from '../accounts/use-player.ts'
import type { PlayerDuties } from '../moderation/waiting.server.ts'
import { RefusedNote } from '../forms/refused-note.tsx'
import '../accounts/operators/console.css'

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
      <nav className="tabs console-tabs" aria-label="Moderation">
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
