import { href } from 'react-router'
import { requireOperator } from '../accounts/require-operator.server.ts'
import { DRAFT_BYTES, DRAFT_MESSAGES, momentOf, publicationRules } from '../blog/draft-rules.ts'
import { publishDraft } from '../blog/publish-draft.server.ts'
import { readForm } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import { formatMoment } from '../lib/dates.ts'
import { wantsPage } from '../server/answers.server.ts'
import { leadOn } from '../server/note.server.ts'
import { formOf } from '../server/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import { showToast } from '../ui/toast.tsx'
import type { Route } from './+types/blog-publication.page'
import { BlogEditor } from './blog-editor.tsx'
import { blogPostIdOf, loadEditor } from './load-blog-post.server.ts'

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireOperator(request)
  return { post: await loadEditor(params.id) }
}

/** Publishes what was typed, now or at a time (docs/product.md, Writing the blog). */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireOperator(request)
  const id = blogPostIdOf(params.id)
  const { values, errors, refuse } = readForm(publicationRules, await formOf(request, DRAFT_BYTES))
  if (errors) return refuse(errors)
  const { revision, when, day, time, ...fields } = values
  const at = when === 'at' ? momentOf(day, time) : null
  const done = await publishDraft(operator, id, { revision, fields, at })
  if (done.outcome === 'wrong') return refuse(done.faults)
  if (done.outcome === 'gone') return refuse({ form: DRAFT_MESSAGES.gone }, 404)
  if (done.outcome === 'stale') return refuse({ form: DRAFT_MESSAGES.stale }, 409)
  const said =
    at && done.outcome === 'scheduled'
      ? `${DRAFT_MESSAGES.scheduled} ${formatMoment(at)}`
      : DRAFT_MESSAGES[done.outcome]
  return wantsPage(request) ? leadOn(href('/admin/blog/:id', params), said) : { errors: null, said }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await sendForm(serverAction, { failedTitle: 'Not published' })
  if ('said' in answer) showToast({ title: answer.said })
  return answer
}

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Publish a post',
    description: 'Publishes a post of the blog.',
    path: href('/admin/blog/:id/publication', params),
    noindex: true,
  })
}

/** The form again, where it was sent without script and something is wrong. */
export default function BlogPublicationPage({ loaderData: { post } }: Route.ComponentProps) {
  return <BlogEditor key={post.id} post={post} />
}
