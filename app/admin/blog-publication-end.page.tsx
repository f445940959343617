import { href, redirect } from 'react-router'
import { requireOperator } from '../accounts/require-operator.server.ts'
import { DRAFT_MESSAGES } from '../blog/draft-rules.ts'
import { unpublish } from '../blog/publish-draft.server.ts'
import { sendForm } from '../forms/send-form.ts'
import { answerDone } from '../server/answers.server.ts'
import type { Route } from './+types/blog-publication-end.page'
import { blogPostIdOf, loadEditedPost } from './load-blog-post.server.ts'

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireOperator(request)
  return redirect(href('/admin/blog/:id', { id: String((await loadEditedPost(params.id)).id) }))
}

/** Takes a post from readers; one that is no longer shown stays so. */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireOperator(request)
  await unpublish(operator, blogPostIdOf(params.id))
  return answerDone(request, href('/admin/blog/:id', params), DRAFT_MESSAGES.unpublished)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, { done: DRAFT_MESSAGES.unpublished })
}

/** Its form stands on the page of the post. */
export default function BlogPublicationEndPage() {
  return null
}
