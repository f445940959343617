import { href, useLocation } from 'react-router'
import type { ReactNode } from 'react'
import { usePlayer } from '../../accounts/use-player.ts'
import type { PlayerInbox } from './inbox.server.ts'
import { INBOX_LISTS, inboxHref, type InboxList, type InboxQuery } from '../message-rules.ts'
import { formatPending } from '../../lib/text.ts'
import { RefusedNote } from '../../forms/refused-note.tsx'
import '../../accounts/operators/console.css'
import './inbox.css'

const LABELS: Record<InboxList, string> = { new: 'New', answered: 'Answered', closed: 'Closed', all: 'All' }

/** Frame of each page of the inbox. Its list tabs preserve the filters. */
export function InboxFrame({ query, children }: { query?: InboxQuery; children: ReactNode }) {
  const isList = useLocation().pathname === href('/admin/inbox')
  const newMessages = usePlayer<PlayerInbox>()?.newMessages ?? 0
  return (
    <>
      <h1>Inbox</h1>
      <nav className="tabs console-tabs" aria-label="Inbox">
        {INBOX_LISTS.map((list) => (
          <a
            key={list}
            href={inboxHref({ ...query, list, after: '' })}
            aria-current={isList && list === query?.list ? 'page' : undefined}
          >
            {LABELS[list]}
            {list === 'new' && newMessages > 0 && <span className="chip">{formatPending(newMessages)}</span>}
          </a>
        ))}
      </nav>
      <RefusedNote />
      {children}
    </>
  )
}
