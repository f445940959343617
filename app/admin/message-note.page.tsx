import { href } from 'react-router'
import { requireOperator } from '../accounts/require-operator.server.ts'
import { noteRules, INBOX_DONE } from '../contact/inbox-rules.ts'
import { noteOnMessage } from '../contact/settle-message.server.ts'
import { MESSAGE_BYTES } from '../contact/message-rules.ts'
import { readForm } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import { formOf } from '../server/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/message-note.page'
import { answerHandled, loadMessage, messageId } from './load-message.server.ts'
import { MessageScreen } from './message-screen.tsx'

export function loader({ request, params }: Route.LoaderArgs) {
  return loadMessage(request, params.id)
}

/** Keeps a note on a message, which operators alone see (docs/product.md, Messages). */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireOperator(request)
  const id = messageId(params.id)
  const { values, errors, refuse } = readForm(noteRules, await formOf(request, MESSAGE_BYTES))
  if (errors) return refuse(errors)
  const outcome = await noteOnMessage({ operator, id }, values.note)
  return answerHandled({ request, id: params.id, done: 'noted' }, outcome, refuse)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { done: INBOX_DONE.noted })
}

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Note',
    description: 'Keeps a note on a message, which operators alone see.',
    path: href('/admin/inbox/:id/note', params),
    noindex: true,
  })
}

export default function MessageNotePage({ loaderData }: Route.ComponentProps) {
  return <MessageScreen {...loaderData} isNoting />
}
