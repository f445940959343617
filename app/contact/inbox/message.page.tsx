import { ArrowLeft, ArrowRight } from 'lucide-react'
import { href } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { playerHref } from '../../accounts/player-href.ts'
import { findMessage, findNextMessage, type Message, type Remark } from './inbox.server.ts'
import {
  ANSWER_MAIL,
  answerRules,
  INBOX_DONE,
  inboxHref,
  MESSAGE_BYTES,
  messageHref,
  noteRules,
  readInboxQuery,
  messageActRules,
} from '../message-rules.ts'
import { answerMessage, closeMessage, noteOnMessage, reopenMessage } from './act-on-message.server.ts'
import { refuseIntent, fieldText } from '../../forms/read-form.ts'
import { sendForm } from '../../forms/send-form.ts'
import { formatMoment } from '../../lib/dates.ts'
import { idOf, type Missing, notFound } from '../../server/http/responses.server.ts'
import { config } from '../../server/process/config.server.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import type { Route } from './+types/message.page'
import { runOperatorForm } from '../../accounts/operators/run-operator-form.server.ts'
import { InboxFrame } from './inbox-frame.tsx'
import { AnswerForm, CloseForm, NoteForm, ReopenForm } from './message-forms.tsx'
import { MessageFacts, writerOf } from './message-row.tsx'

/** The message, the `query` of the list that the operator came from, and the id of the next message there. */
export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'messages')
  const message = await findMessage(idOf(params.id, NO_MESSAGE))
  if (!message) throw notFound(NO_MESSAGE)
  const query = readInboxQuery(new URL(request.url).searchParams)
  const nextId = await findNextMessage(query, message.cursor)
  return { message, query, nextId, now: new Date(), hasMailServer: config().smtp !== null }
}

/** Answers a message by mail, adds a note, closes or reopens it (docs/product.md#inbox). */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'messages')
  const target = { operator, id: idOf(params.id, NO_MESSAGE) }
  const form = await formOf(request, MESSAGE_BYTES)
  const { search } = new URL(request.url)
  const submission = { request, form, redirectTo: href('/admin/inbox/:id', params) + search }
  switch (fieldText(form, 'intent')) {
    case 'answer':
      return runOperatorForm(submission, {
        rules: answerRules,
        done: INBOX_DONE.answered,
        run: ({ seen, answer }) => answerMessage({ ...target, seen }, answer),
      })
    case 'note':
      return runOperatorForm(submission, {
        rules: noteRules,
        done: INBOX_DONE.noted,
        run: ({ note }) => noteOnMessage(target, note),
      })
    case 'close':
      return runOperatorForm(submission, {
        rules: messageActRules,
        done: INBOX_DONE.closed,
        run: ({ seen }) => closeMessage({ ...target, seen }),
      })
    case 'reopen':
      return runOperatorForm(submission, {
        rules: messageActRules,
        done: INBOX_DONE.reopened,
        run: ({ seen }) => reopenMessage({ ...target, seen }),
      })
    default:
      return refuseIntent()
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

const NO_MESSAGE: Missing = {
  name: 'Message not found',
  title: 'Message not found',
  text: 'The message has expired, or was deleted with its sender’s account.',
  action: { label: 'Back to the inbox', href: href('/admin/inbox') },
}

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Message',
    description: 'Read a message to the operators.',
    path: href('/admin/inbox/:id', params),
    noindex: true,
  })
}

/** One message with its replies and notes, and the forms for what can be done. */
export default function MessagePage({
  loaderData: { message, query, nextId, now, hasMailServer },
}: Route.ComponentProps) {
  const { subject, content, state, email, remarks } = message
  return (
    <InboxFrame query={query}>
      <p className="message-ways">
        <a className="back-link" href={inboxHref(query)}>
          <ArrowLeft aria-hidden="true" /> Back to the list
        </a>
        {nextId !== null && (
          <a className="back-link" href={messageHref(nextId, query)}>
            Next message <ArrowRight aria-hidden="true" />
          </a>
        )}
      </p>
      {/* The key resets the forms when the next message is shown. */}
      <article key={message.id} className="console-card message">
        <MessageFacts message={message} now={now} />
        <h2 dir="auto">{subject || 'Feedback'}</h2>
        <Writer message={message} />
        <p className="console-card-text" dir="auto">
          {content}
        </p>
        {remarks.length > 0 && (
          <ol className="remarks" aria-label="Replies and notes">
            {remarks.map((remark) => (
              <RemarkItem key={remark.id} {...remark} />
            ))}
          </ol>
        )}
        {state !== 'closed' && email && <AnswerForm message={message} hasMailServer={hasMailServer} />}
        {state !== 'closed' && !email && <p className="quiet">The sender left no address to reply to.</p>}
        <div className="console-card-decisions">
          {state !== 'closed' && <CloseForm message={message} />}
          {state !== 'new' && <ReopenForm message={message} />}
          <NoteForm message={message} />
        </div>
      </article>
    </InboxFrame>
  )
}

function Writer({ message: { name, email, username } }: { message: Message }) {
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
        <strong>{kind === 'answer' ? `Reply by ${operatorName}` : `Note by ${operatorName}`}</strong>
        <time dateTime={createdAt}>{formatMoment(new Date(createdAt))}</time>
      </p>
      <p className="console-card-text" dir="auto">
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
