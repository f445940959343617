import { href, redirect } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { DRAFT_MESSAGES } from '../blog-rules.ts'
import { deleteBlogPost } from './publish-draft.server.ts'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { staysWhenSent } from '../../forms/stays-when-sent.ts'
import { clearDraft } from '../../forms/forget-draft.ts'
import { wantsPage } from '../../server/http/responses.server.ts'
import { redirectWithFlash } from '../../server/http/flash.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormError } from '../../ui/fields/field.tsx'
import { showToast } from '../../ui/floating/toast.tsx'
import type { Route } from './+types/delete-post.page'
import './editor.css'
import { draftNameOf } from './use-autosave.ts'
import { blogPostIdOf, loadEditedPost } from './load-edited-post.server.ts'

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'blog')
  const { id, state, fields } = await loadEditedPost(params.id)
  return { id, state, title: fields.title }
}

/** Deletes a post; succeeds if it was already deleted. */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'blog')
  await deleteBlogPost(operator, blogPostIdOf(params.id))
  const list = href('/admin/blog')
  return wantsPage(request) ? redirectWithFlash(list, DRAFT_MESSAGES.deleted) : redirect(list, 303)
}

export async function clientAction({ serverAction, params }: Route.ClientActionArgs) {
  try {
    return await sendForm(serverAction)
  } catch (redirected) {
    clearDraft(draftNameOf(Number(params.id)))
    showToast({ title: DRAFT_MESSAGES.deleted })
    throw redirected
  }
}

/** A deleted post cannot be loaded again. */
export const shouldRevalidate = staysWhenSent

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Delete a post',
    description: 'Delete a blog post.',
    path: href('/admin/blog/:id/delete', params),
    noindex: true,
  })
}

/** Asks for confirmation before a post is deleted. */
export default function BlogDeletePage({ loaderData: { id, state, title } }: Route.ComponentProps) {
  const form = useForm<typeof action>(null)
  return (
    <div className="writing-question">
      <h1>Delete this post?</h1>
      <Form of={form}>
        <p>
          <strong>{title || 'Untitled'}</strong> is deleted immediately and permanently, with its drafts, versions and
          pictures.
          {state === 'published' && ' Its address will show a not-found page.'}
        </p>
        <FormError error={form.error} />
        <div className="writing-actions">
          <Submit of={form} look="destructive" busy="Deleting...">
            Delete the post
          </Submit>
          <ButtonLink look="quiet" href={href('/admin/blog/:id', { id: String(id) })}>
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </div>
  )
}
