import { Monitor, Smartphone } from 'lucide-react'
import { href } from 'react-router'
import { Form, Submit, useForm } from '../forms/form.tsx'
import { formatDay } from '../lib/dates.ts'
import type { ShownSession } from './sessions.server.ts'

/** Where a player is signed in, and a button that ends each. */
export function SessionList({ sessions }: { sessions: ShownSession[] }) {
  const others = useForm(null, { action: href('/account/sessions/others/end') })
  return (
    <>
      <ul className="sessions">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form of={others} className="mt-4">
          <Submit of={others} busy="Ending...">
            End all others
          </Submit>
        </Form>
      )}
    </>
  )
}

function SessionRow({ session: { id, device, signedInAt, usedAt, isThis } }: { session: ShownSession }) {
  const form = useForm(null, { action: href('/account/sessions/:id/end', { id }) })
  const Icon = /iPhone|Android/.test(device) ? Smartphone : Monitor
  return (
    <li>
      <Icon aria-hidden="true" />
      <div>
        <strong>{device}</strong>
        <span>
          Signed in {formatDay(signedInAt)}, last used {formatDay(usedAt)}
        </span>
      </div>
      {isThis ? (
        <span className="chip">This one</span>
      ) : (
        <Form of={form}>
          <Submit of={form} look="outline" size="small" busy="Ending..." aria-label={`End the session of ${device}`}>
            End
          </Submit>
        </Form>
      )}
    </li>
  )
}
