import { href } from 'react-router'
import { requireOperator } from '../accounts/require-operator.server.ts'
import { settleRules, INBOX_DONE } from '../contact/inbox-rules.ts'
import { reopenMessage } from '../contact/settle-message.server.ts'
import { readForm } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import { formOf } from '../server/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/message-reopening.page'
import { answerHandled, loadMessage, messageId } from './load-message.server.ts'
import { MessageScreen } from './message-screen.tsx'

export function loader({ request, params }: Route.LoaderArgs) {
  return loadMessage(request, params.id)
}

/** Puts a message among the new ones again (docs/product.md, Messages). */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireOperator(request)
  const id = messageId(params.id)
  const { values, errors, refuse } = readForm(settleRules, await formOf(request))
  if (errors) return refuse(errors)
  const outcome = await reopenMessage({ operator, id, seen: values.seen })
  return answerHandled({ request, id: params.id, done: 'reopened' }, outcome, refuse)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { done: INBOX_DONE.reopened })
}

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Reopen',
    description: 'Puts a message among the new ones again.',
    path: href('/admin/inbox/:id/reopening', params),
    noindex: true,
  })
}

export default function MessageReopeningPage({ loaderData }: Route.ComponentProps) {
  return <MessageScreen {...loaderData} />
}
