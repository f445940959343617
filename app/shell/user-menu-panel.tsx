import { Gauge, LogOut, type LucideIcon, Store, UserRoundCog, UserRoundPen } from 'lucide-react'
import { href } from 'react-router'
import { AvatarPicker } from '../accounts/profile/avatar-picker.tsx'
import { playerHref } from '../accounts/player-href.ts'
import { SignOutForm } from '../accounts/sign-in/sign-out-form.tsx'
import type { SignedInPlayer } from '../accounts/use-player.ts'
import type { PlayerInbox } from '../contact/inbox/inbox.server.ts'
import type { PlayerCredits } from '../credits/use-credited-player.ts'
import type { PlayerReviews } from '../games/management/pending-games.server.ts'
import { countOf, formatPending } from '../lib/text.ts'
import type { PlayerDuties } from '../moderation/waiting.server.ts'
import type { IconName, Link } from '../site/navigation.ts'
import type { LinkIcon as DrawIcon } from './link-icon.tsx'

/** Icons of links that are only in this menu. */
const ICONS: Partial<Record<IconName, LucideIcon>> = {
  account: UserRoundCog,
  shop: Store,
  console: Gauge,
}

type MenuPlayer = SignedInPlayer & PlayerCredits & PlayerDuties & PlayerInbox & PlayerReviews

type Props = { player: MenuPlayer; links: Link[]; LinkIcon: typeof DrawIcon; onEdit: () => void }

/**
 * The user menu's content: the player, with a picture that can be changed here, and links. `LinkIcon` is a prop because
 * every page already has it: imported here too, it would become one more file for every page to load.
 */
export default function UserMenuPanel({ player, links, LinkIcon, onEdit }: Props) {
  const { username, fullName, email, avatar, frame } = player
  return (
    <>
      <div className="user-card">
        <AvatarPicker name={username} src={avatar} frame={frame} compact />
        <div className="user-names">
          <strong>{fullName || username}</strong>
          <a href={playerHref(username)} title="Your public profile">
            @{username}
          </a>
          <span>{email}</span>
        </div>
      </div>
      <button type="button" className="menu-item" onClick={onEdit}>
        <UserRoundPen aria-hidden="true" /> Edit Profile
      </button>
      {links.map((link) => {
        const Icon = link.icon && ICONS[link.icon]
        const count = countBeside(link.to, player)
        return (
          <a key={link.to} className="menu-item" href={link.to}>
            {Icon ? <Icon aria-hidden="true" /> : <LinkIcon of={link} />} {link.label}
            {count && <span className="menu-count">{count}</span>}
          </a>
        )
      })}
      <SignOutForm className="menu-item">
        <LogOut aria-hidden="true" /> Logout
      </SignOutForm>
    </>
  )
}

/** The count at the end of a link; empty for none. */
function countBeside(
  to: string,
  { credits, waiting, newMessages, pendingGames, brokenGames, waitingPlans }: MenuPlayer,
): string {
  if (to === href('/rewards')) return countOf(credits, 'credit')
  const pending = (waiting ?? 0) + (newMessages ?? 0) + (pendingGames ?? 0) + (brokenGames ?? 0) + (waitingPlans ?? 0)
  if (to === href('/admin/games') && pending) return `${formatPending(pending)} pending`
  return ''
}
