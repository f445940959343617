import { href } from 'react-router'
import { requireOperator } from '../accounts/require-operator.server.ts'
import { findMessage, findNextMessage } from '../contact/inbox.server.ts'
import { INBOX_DONE, INBOX_GONE, type InboxDone, readInboxQuery } from '../contact/inbox-rules.ts'
import type { Outcome } from '../contact/settle-message.server.ts'
import { formatMoment } from '../lib/dates.ts'
import { answerDone, idOf, type Missing, notFound } from '../server/answers.server.ts'
import { config } from '../server/config.server.ts'

/** A message for the operator who asks, as its screen shows it; throws a 404 for everybody else, and where there is none. */
export async function loadMessage(request: Request, id: string) {
  await requireOperator(request)
  const message = await findMessage(messageId(id))
  if (!message) throw notFound(NO_MESSAGE)
  const asked = readInboxQuery(new URL(request.url).searchParams)
  const next = await findNextMessage(asked, message.place)
  return { message, asked, next, now: new Date(), isMailed: config().smtp !== null }
}

/** The number in an address; throws a 404 for what is none. */
export function messageId(id: string): number {
  return idOf(id, NO_MESSAGE)
}

/** Answers an operator's form on a message; where another was faster, `refuse` answers with who did what, when. */
export function answerHandled<Refused>(
  { request, id, done }: { request: Request; id: string; done: InboxDone },
  outcome: Outcome,
  refuse: (errors: { form: string }, status: number) => Refused,
) {
  if (outcome.outcome === 'done') return answerDone(request, href('/admin/inbox/:id', { id }), INBOX_DONE[done])
  if (outcome.outcome === 'gone') return refuse({ form: INBOX_GONE }, 409)
  const { who, act, at } = outcome
  return refuse({ form: `${who} was faster: ${act}, ${formatMoment(at)}. Load the page again to go on` }, 409)
}

const NO_MESSAGE: Missing = {
  name: 'No such message',
  title: 'There is no such message',
  text: 'It was forgotten, or went with the account of who wrote it.',
  action: { label: 'Back to the inbox', href: href('/admin/inbox') },
}
