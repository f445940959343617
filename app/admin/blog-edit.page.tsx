import { href } from 'react-router'
import { requireOperator } from '../accounts/require-operator.server.ts'
import { DRAFT_BYTES, DRAFT_MESSAGES, draftRules } from '../blog/draft-rules.ts'
import { saveDraft } from '../blog/drafts.server.ts'
import { readForm } from '../forms/read-form.ts'
import { sendForm } from '../forms/send-form.ts'
import { answerDone } from '../server/answers.server.ts'
import { formOf } from '../server/request-body.server.ts'
import { pageMeta } from '../site/page-meta.ts'
import { siteOf } from '../site/use-site.ts'
import type { Route } from './+types/blog-edit.page'
import { BlogEditor } from './blog-editor.tsx'
import { blogPostIdOf, loadEditor } from './load-blog-post.server.ts'

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireOperator(request)
  return { post: await loadEditor(params.id) }
}

/** Saves a draft for who has no script; with `?preview` the page of the draft follows. */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireOperator(request)
  const id = blogPostIdOf(params.id)
  const { values, errors, refuse } = readForm(draftRules, await formOf(request, DRAFT_BYTES))
  if (errors) return refuse(errors)
  const { revision, ...fields } = values
  const saved = await saveDraft(operator, id, revision, fields)
  if (saved.outcome === 'gone') return refuse({ form: DRAFT_MESSAGES.gone }, 404)
  if (saved.outcome === 'stale') return refuse({ form: DRAFT_MESSAGES.stale }, 409)
  const isPreview = new URL(request.url).searchParams.has('preview')
  const next = href(isPreview ? '/admin/blog/:id/preview' : '/admin/blog/:id', { id: params.id })
  return answerDone(request, next, DRAFT_MESSAGES.saved)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { done: DRAFT_MESSAGES.saved })
}

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Write a post',
    description: 'Writes a post of the blog.',
    path: href('/admin/blog/:id', params),
    noindex: true,
  })
}

export default function BlogEditPage({ loaderData: { post } }: Route.ComponentProps) {
  return <BlogEditor key={post.id} post={post} />
}
