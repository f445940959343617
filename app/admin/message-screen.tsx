import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { Message, Remark } from '../contact/inbox.server.ts'
import { ANSWER_MAIL, inboxHref, type InboxQuery, messageHref } from '../contact/inbox-rules.ts'
import { playerHref } from '../community/community-href.ts'
import { formatMoment } from '../lib/dates.ts'
import { InboxFrame } from './inbox-frame.tsx'
import { AnswerForm, CloseForm, NoteForm, ReopenForm } from './message-forms.tsx'
import { MessageFacts, writerOf } from './message-row.tsx'

type MessageScreenProps = {
  message: Message
  /** The list that one came from, and the id of what follows in it. */
  asked: InboxQuery
  next: number | null
  now: Date
  isMailed: boolean
}

/** One message, what operators said of it, and all that can be done: where its forms lead without script when something is wrong. */
export function MessageScreen({
  message,
  asked,
  next,
  now,
  isMailed,
  isNoting = false,
}: MessageScreenProps & { isNoting?: boolean }) {
  const { subject, content, state, email, remarks } = message
  return (
    <InboxFrame>
      <p className="message-ways">
        <a className="back-link" href={inboxHref(asked)}>
          <ArrowLeft aria-hidden="true" /> Back to the list
        </a>
        {next !== null && (
          <a className="back-link" href={messageHref(next, asked)}>
            Next message <ArrowRight aria-hidden="true" />
          </a>
        )}
      </p>
      <article className="thing message">
        <MessageFacts message={message} now={now} />
        <h2 dir="auto">{subject || 'Feedback'}</h2>
        <Writer message={message} />
        <p className="thing-text" dir="auto">
          {content}
        </p>
        {remarks.length > 0 && (
          <ol className="remarks" aria-label="What operators said">
            {remarks.map((remark) => (
              <RemarkItem key={remark.id} {...remark} />
            ))}
          </ol>
        )}
        {state !== 'closed' && email && <AnswerForm message={message} isMailed={isMailed} />}
        {state !== 'closed' && !email && <p className="quiet">Whoever wrote left no address to answer to.</p>}
        <div className="thing-decisions">
          {state !== 'closed' && <CloseForm message={message} />}
          {state !== 'new' && <ReopenForm message={message} />}
          <NoteForm message={message} isOpen={isNoting} />
        </div>
      </article>
    </InboxFrame>
  )
}

function Writer({ message: { name, email, username } }: Pick<MessageScreenProps, 'message'>) {
  return (
    <p className="message-writer">
      {writerOf({ name, email })}
      {username ? (
        <a className="text-link" href={playerHref(username)}>
          @{username}
        </a>
      ) : (
        <span className="quiet">not signed in</span>
      )}
    </p>
  )
}

function RemarkItem({ kind, operatorName, content, createdAt, mail, mailFault }: Remark) {
  return (
    <li data-kind={kind}>
      <p className="inbox-facts">
        <strong>{kind === 'answer' ? `${operatorName} answered` : `${operatorName} noted`}</strong>
        <time dateTime={createdAt}>{formatMoment(new Date(createdAt))}</time>
      </p>
      <p className="thing-text" dir="auto">
        {content}
      </p>
      {mail && (
        <p className="remark-mail" data-mail={mail}>
          {ANSWER_MAIL[mail]}
          {mailFault && `: ${mailFault}`}
        </p>
      )}
    </li>
  )
}
