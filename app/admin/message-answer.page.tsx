import { href } from 'react-router'
import { requireOperator } from '../accounts/require-operator.server.ts'
import { answerRules, INBOX_DONE } from '../contact/inbox-rules.ts'
import { answerMessage } from '../contact/settle-message.server.ts'
import { MESSAGE_BYTES } from '../contact/message-rules.ts'
import { readForm } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import { formOf } from '../server/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/message-answer.page'
import { answerHandled, loadMessage, messageId } from './load-message.server.ts'
import { MessageScreen } from './message-screen.tsx'

export function loader({ request, params }: Route.LoaderArgs) {
  return loadMessage(request, params.id)
}

/** Answers a message by mail (docs/product.md, Messages). */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireOperator(request)
  const id = messageId(params.id)
  const { values, errors, refuse } = readForm(answerRules, await formOf(request, MESSAGE_BYTES))
  if (errors) return refuse(errors)
  const outcome = await answerMessage({ operator, id, seen: values.seen }, values.answer)
  return answerHandled({ request, id: params.id, done: 'answered' }, outcome, refuse)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { done: INBOX_DONE.answered })
}

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Answer',
    description: 'Answers a message by mail.',
    path: href('/admin/inbox/:id/answer', params),
    noindex: true,
  })
}

export default function MessageAnswerPage({ loaderData }: Route.ComponentProps) {
  return <MessageScreen {...loaderData} />
}
