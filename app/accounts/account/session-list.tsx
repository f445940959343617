import { Monitor, Smartphone } from 'lucide-react'
import { href } from 'react-router'
import { formatDay } from '../../lib/dates.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { ShownSession } from './list-sessions.server.ts'

export function SessionList({ sessions }: { sessions: ShownSession[] }) {
  return (
    <>
      <ul className="sessions">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <ButtonLink look="outline" href={href('/account/sessions/:id/end', { id: 'others' })}>
          End all others
        </ButtonLink>
      )}
    </>
  )
}

function SessionRow({ session: { id, device, signedInAt, usedAt, isThis } }: { session: ShownSession }) {
  const Icon = /iPhone|Android/.test(device) ? Smartphone : Monitor
  return (
    <li>
      <Icon aria-hidden="true" />
      <div>
        <strong>{device}</strong>
        <span>
          Signed in {formatDay(signedInAt)}, {isThis ? 'in use now' : `last used ${formatDay(usedAt)}`}
        </span>
      </div>
      {isThis ? (
        <span className="chip">This device</span>
      ) : (
        <ButtonLink
          look="outline"
          size="small"
          href={href('/account/sessions/:id/end', { id })}
          aria-label={`End the session of ${device}`}
        >
          End
        </ButtonLink>
      )}
    </li>
  )
}
