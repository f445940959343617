import { href } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { DRAFT_BYTES, DRAFT_MESSAGES, draftRules, momentOf, publicationRules } from '../blog-rules.ts'
import { saveDraft } from './drafts.server.ts'
import { publishDraft, unpublish } from './publish-draft.server.ts'
import { readForm, refuseIntent, fieldText } from '../../forms/read-form.ts'
import { sendForm } from '../../forms/send-form.ts'
import { formatMoment } from '../../lib/dates.ts'
import { formDone } from '../../server/http/responses.server.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import type { Route } from './+types/edit-post.page'
import { BlogEditor } from './editor.tsx'
import { blogPostIdOf, loadEditor } from './load-edited-post.server.ts'

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'blog')
  return { post: await loadEditor(params.id) }
}

/** Saves, previews, publishes or unpublishes a post (docs/product.md#publishing-a-draft). */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'blog')
  const sent = { request, operator, id: blogPostIdOf(params.id), form: await formOf(request, DRAFT_BYTES) }
  switch (fieldText(sent.form, 'intent')) {
    case 'save':
      return save(sent, href('/admin/blog/:id', params))
    case 'preview':
      return save(sent, href('/admin/blog/:id/preview', params))
    case 'publish':
      return publish(sent, href('/admin/blog/:id', params))
    case 'unpublish':
      await unpublish(operator, sent.id)
      return formDone(request, href('/admin/blog/:id', params), DRAFT_MESSAGES.unpublished)
    default:
      return refuseIntent()
  }
}

type Sent = { request: Request; operator: Player; id: number; form: FormData }

/** Saves a draft without JavaScript; with it, the editor saves through draft.route.ts. */
async function save({ request, operator, id, form }: Sent, next: string) {
  const { values, errors, refuse } = readForm(draftRules, form)
  if (errors) return refuse(errors)
  const { revision, ...fields } = values
  const { outcome } = await saveDraft(operator, id, revision, fields)
  if (outcome === 'gone') return refuse({ form: DRAFT_MESSAGES.gone }, 404)
  if (outcome === 'stale') return refuse({ form: DRAFT_MESSAGES.stale }, 409)
  return formDone(request, next, DRAFT_MESSAGES.saved)
}

async function publish({ request, operator, id, form }: Sent, next: string) {
  const { values, errors, refuse } = readForm(publicationRules, form)
  if (errors) return refuse(errors)
  const { revision, when, day, time, ...fields } = values
  const at = when === 'at' ? momentOf(day, time) : null
  const done = await publishDraft(operator, id, { revision, fields, at })
  if (done.outcome === 'wrong') return refuse(done.faults)
  if (done.outcome === 'gone') return refuse({ form: DRAFT_MESSAGES.gone }, 404)
  if (done.outcome === 'stale') return refuse({ form: DRAFT_MESSAGES.stale }, 409)
  const isScheduled = at && done.outcome === 'scheduled'
  const message = DRAFT_MESSAGES[done.outcome]
  return formDone(request, next, isScheduled ? `${message} ${formatMoment(at)}` : message)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const intent = fieldText(await request.clone().formData(), 'intent')
  return sendForm(serverAction, intent === 'publish' ? { failedTitle: 'Not published' } : {})
}

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Write a post',
    description: 'Write or edit a blog post.',
    path: href('/admin/blog/:id', params),
    noindex: true,
  })
}

export default function BlogEditPage({ loaderData: { post } }: Route.ComponentProps) {
  return <BlogEditor key={post.id} post={post} />
}
