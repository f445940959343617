import { href } from 'react-router'
import { requireOperator } from '../accounts/require-operator.server.ts'
import { settleRules, INBOX_DONE } from '../contact/inbox-rules.ts'
import { closeMessage } from '../contact/settle-message.server.ts'
import { readForm } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import { formOf } from '../server/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/message-closing.page'
import { answerHandled, loadMessage, messageId } from './load-message.server.ts'
import { MessageScreen } from './message-screen.tsx'

export function loader({ request, params }: Route.LoaderArgs) {
  return loadMessage(request, params.id)
}

/** Closes a message, answered or not (docs/product.md, Messages). */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireOperator(request)
  const id = messageId(params.id)
  const { values, errors, refuse } = readForm(settleRules, await formOf(request))
  if (errors) return refuse(errors)
  const outcome = await closeMessage({ operator, id, seen: values.seen })
  return answerHandled({ request, id: params.id, done: 'closed' }, outcome, refuse)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { done: INBOX_DONE.closed })
}

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Close',
    description: 'Closes a message, answered or not.',
    path: href('/admin/inbox/:id/closing', params),
    noindex: true,
  })
}

export default function MessageClosingPage({ loaderData }: Route.ComponentProps) {
  return <MessageScreen {...loaderData} />
}
