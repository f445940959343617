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
  const query = readInboxQuery(new URL(request.url).searchParams)
  return { query, now: new Date(), ...(await listMessages(query)) }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Inbox',
    description: 'Read messages to the operators.',
    path: href('/admin/inbox'),
    noindex: true,
  })
}

/** Messages to the operators. New ones are sorted by due date. */
export default function InboxPage({ loaderData: { query, now, messages, next } }: Route.ComponentProps) {
  const labels = query.list === 'new' ? { start: 'Back to the start', next: 'More' } : NEWEST_FIRST
  return (
    <InboxFrame query={query}>
      <InboxFilters query={query} />
      {messages.length ? (
        <ul className="inbox">
          {messages.map((message) => (
            <li key={message.id}>
              <MessageRow message={message} query={query} now={now} />
            </li>
          ))}
        </ul>
      ) : (
        <NoMessages query={query} />
      )}
      <CursorPagination
        start={query.after ? inboxHref({ ...query, after: '' }) : null}
        next={next && inboxHref({ ...query, after: next })}
        labels={labels}
      />
    </InboxFrame>
  )
}

function NoMessages({ query }: { query: InboxQuery }) {
  if (!query.search && !query.about) {
    return (
      <EmptyState title={query.list === 'new' && !query.after ? 'No new messages' : 'No messages'}>
        Messages from the contact and feedback forms appear here.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No messages found"
      action={
        query.list === 'all' ? (
          <ButtonLink href={inboxHref({ list: 'all' })}>Show all messages</ButtonLink>
        ) : (
          <ButtonLink href={inboxHref({ ...query, list: 'all', after: '' })}>Search all messages</ButtonLink>
        )
      }
    >
      {query.search ? `No message here contains “${query.search}”` : 'No message here is about this topic'}
      {query.list === 'all' ? '.' : `. This list contains only ${query.list} messages.`}
    </EmptyState>
  )
}
