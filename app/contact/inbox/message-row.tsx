import type { ListedMessage } from './inbox.server.ts'
import { categoryLabel, type InboxQuery, messageHref } from '../message-rules.ts'
import { formatMoment } from '../../lib/dates.ts'

/** A message in a list: sender, subject, beginning, due date. */
export function MessageRow({ message, query, now }: { message: ListedMessage; query: InboxQuery; now: Date }) {
  const { id, name, email, subject, beginning } = message
  return (
    <article className="inbox-row">
      <MessageFacts message={message} now={now} />
      <h2 dir="auto">
        <a href={messageHref(id, query)}>{subject || name || email || 'Feedback'}</a>
      </h2>
      <p className="inbox-from">{subject ? writerOf({ name, email }) : email}</p>
      <p className="inbox-beginning" dir="auto">
        {beginning}
      </p>
    </article>
  )
}

type Facts = Pick<ListedMessage, 'kind' | 'category' | 'rating' | 'state' | 'createdAt' | 'dueAt'>

const STATES = { new: 'New', answered: 'Answered', closed: 'Closed' } as const

/** A message's form, category, rating and state, and the due date of a new one. */
export function MessageFacts({ message, now }: { message: Facts; now: Date }) {
  const { kind, category, rating, state, createdAt, dueAt } = message
  const isOverdue = dueAt < now
  return (
    <p className="inbox-facts">
      <span className="chip">{kind === 'contact' ? 'Contact' : 'Feedback'}</span>
      <span className="chip">{categoryLabel(kind, category)}</span>
      {rating !== null && <span className="chip">{rating} of 5</span>}
      {state !== 'new' && <span className="chip">{STATES[state]}</span>}
      <time dateTime={createdAt.toISOString()}>{formatMoment(createdAt)}</time>
      {state === 'new' && (
        <span className={isOverdue ? 'inbox-due inbox-overdue' : 'inbox-due'}>
          {isOverdue ? 'Overdue since' : 'Due'} <time dateTime={dueAt.toISOString()}>{formatMoment(dueAt)}</time>
        </span>
      )}
    </p>
  )
}

/** Returns name and email address, as far as they were given. */
export function writerOf({ name, email }: { name: string; email: string }): string {
  return [name, email].filter(Boolean).join(' · ') || 'No name given'
}
