import { href } from 'react-router'
import { playerHref } from '../accounts/player-href.ts'
import { formatDay, formatMoment } from '../lib/dates.ts'
import { countOf } from '../lib/text.ts'
import type { Owner } from '../moderation/moderated-items.server.ts'
import { Avatar } from '../ui/avatar.tsx'

/** The account that an item belongs to, with its moderation facts. `isAlone` omits the link to suspend it. */
export function OwnerLine({ owner, isAlone = false }: { owner: Owner; isAlone?: boolean }) {
  const { username, avatar, joinedAt, isOperator, posts, comments, removals, suspendedUntil } = owner
  const facts = [
    `Joined ${formatDay(new Date(joinedAt))}`,
    countOf(posts, 'post'),
    countOf(comments, 'comment'),
    removals ? countOf(removals, 'earlier removal') : 'No earlier removals',
  ]
  return (
    <div className="owner">
      <Avatar name={username} src={avatar} />
      <div>
        <a className="owner-name" href={playerHref(username)}>
          @{username}
        </a>
        {isOperator && <span className="chip">Operator</span>}
        <p className="quiet">{facts.join(' · ')}</p>
        {suspendedUntil && <p className="owner-suspended">Suspended until {formatMoment(new Date(suspendedUntil))}</p>}
      </div>
      {!isOperator && !isAlone && (
        <a className="text-link" href={href('/admin/players/:username/suspension', { username })}>
          {suspendedUntil ? 'Suspension' : 'Suspend account'}
        </a>
      )}
    </div>
  )
}
