import { href } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { listMessages } from './inbox.server.ts'
import { inboxHref, type InboxQuery, readInboxQuery } from '../message-rules.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/inbox.page'
import { InboxFilters } from './inbox-filters.tsx'
import { InboxFrame } from './inbox-frame.tsx'
import { MessageRow } from './message-row.tsx'
import { CursorPagination, NEWEST_FIRST } from '../../ui/cursor-pagination.tsx'

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'messages')
  const asked = readInboxQuery(new URL(request.url).searchParams)
  return { asked, now: new Date(), ...(await listMessages(asked)) }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Inbox',
    description: 'Messages to the operators.',
    path: href('/admin/inbox'),
    noindex: true,
  })
}

/** Messages to the operators. New ones are sorted by due date. */
export default function InboxPage({ loaderData: { asked, now, messages, next } }: Route.ComponentProps) {
  const labels = asked.list === 'new' ? { start: 'Back to the start', next: 'More' } : NEWEST_FIRST
  return (
    <InboxFrame asked={asked}>
      <InboxFilters key={inboxHref(asked)} asked={asked} />
      {messages.length ? (
        <ul className="inbox">
          {messages.map((message) => (
            <li key={message.id}>
              <MessageRow message={message} asked={asked} now={now} />
            </li>
          ))}
        </ul>
      ) : (
        <Nothing asked={asked} />
      )}
      <CursorPagination
        start={asked.after ? inboxHref({ ...asked, after: '' }) : null}
        next={next && inboxHref({ ...asked, after: next })}
        labels={labels}
      />
    </InboxFrame>
  )
}

function Nothing({ asked }: { asked: InboxQuery }) {
  if (!asked.search && !asked.about) {
    return (
      <EmptyState title={asked.list === 'new' && !asked.after ? 'No new messages' : 'No messages'}>
        Messages from the contact and feedback forms appear here.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No messages found"
      action={
        asked.list === 'all' ? (
          <ButtonLink href={inboxHref({ list: 'all' })}>Show all messages</ButtonLink>
        ) : (
          <ButtonLink href={inboxHref({ ...asked, list: 'all', after: '' })}>Search all messages</ButtonLink>
        )
      }
    >
      {asked.search ? `Nothing here says “${asked.search}”` : 'Nothing here is about that'}
      {asked.list === 'all' ? '.' : `: these are the ${asked.list} ones alone.`}
    </EmptyState>
  )
}
