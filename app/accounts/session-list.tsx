import { Monitor, Smartphone } from 'lucide-react'
import { href, useFetcher } from 'react-router'
import { formatDay } from '../lib/dates.ts'
import { Button } from '../ui/button.tsx'
import type { ShownSession } from './sessions.server.ts'

/** Where a player is signed in, and a button that ends each. */
export function SessionList({ sessions }: { sessions: ShownSession[] }) {
  const all = useFetcher()
  return (
    <>
      <ul className="sessions">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <all.Form method="post" action={href('/account/sessions/others/end')} className="mt-4">
          <Button type="submit" disabled={all.state !== 'idle'}>
            {all.state === 'idle' ? 'End all others' : 'Ending...'}
          </Button>
        </all.Form>
      )}
    </>
  )
}

function SessionRow({ session: { id, device, signedInAt, usedAt, isThis } }: { session: ShownSession }) {
  const fetcher = useFetcher()
  const isBusy = fetcher.state !== 'idle'
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
        <fetcher.Form method="post" action={href('/account/sessions/:id/end', { id })}>
          <Button
            type="submit"
            look="outline"
            size="small"
            disabled={isBusy}
            aria-label={`End the session of ${device}`}
          >
            {isBusy ? 'Ending...' : 'End'}
          </Button>
        </fetcher.Form>
      )}
    </li>
  )
}
