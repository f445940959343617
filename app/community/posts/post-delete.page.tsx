import { href, redirect } from 'react-router'
import { playerOrLogin } from '../../accounts/require-player.server.ts'
import { sendForm } from '../../forms/send-form.ts'
import { staysWhenSent } from '../../forms/stays-when-sent.ts'
import { idOf, notFound } from '../../server/http/responses.server.ts'
import { sessionToken } from '../../server/sessions/session.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { showToast } from '../../ui/floating/toast.tsx'
import type { Route } from './+types/post-delete.page'
import { boardHref, postHref } from '../community-href.ts'
import { deletePost } from './delete-post.server.ts'
import { loadPost } from './load-post.server.ts'
import { PostDeleteButton, PostDeleteFields, usePostDeleteForm } from './post-delete-form.tsx'
import { NO_POST, NO_POST_PAGE, POST_MESSAGES } from '../post-messages.ts'

export async function loader({ request, params }: Route.LoaderArgs) {
  const id = idOf(params.id, NO_POST_PAGE)
  await playerOrLogin(request, postHref(id))
  const page = await loadPost(id, 0, sessionToken(request))
  if (!page?.isMine) throw notFound(NO_POST_PAGE)
  const { title } = page.post
  return { id, title }
}

/** POST: deletes the signed-in player's post and redirects to the board. */
export async function action({ request, params }: Route.ActionArgs) {
  const id = idOf(params.id, NO_POST)
  const player = await playerOrLogin(request, postHref(id))
  if (!(await deletePost(player.id, id))) throw notFound(NO_POST)
  return redirect(boardHref(), 303)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await sendForm(serverAction, { failed: POST_MESSAGES.deleteFailed })
  } catch (redirected) {
    showToast({ title: POST_MESSAGES.deleted })
    throw redirected
  }
}

/** A deleted post cannot be loaded again. */
export const shouldRevalidate = staysWhenSent

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Delete your post',
    description: 'Delete one of your posts.',
    path: href('/community/:id/delete', { id: params.id }),
    noindex: true,
  })
}

/** The delete dialog as a page, for browsers without JavaScript. */
export default function PostDeletePage({ loaderData: { id, title } }: Route.ComponentProps) {
  const form = usePostDeleteForm(id)
  return (
    <div className="account-alone">
      <h1>{POST_MESSAGES.confirmDelete}</h1>
      <section className="text-card">
        <PostDeleteFields form={form} title={title} />
        <div className="form-actions">
          <ButtonLink look="quiet" href={postHref(id)}>
            Cancel
          </ButtonLink>
          <PostDeleteButton form={form} />
        </div>
      </section>
    </div>
  )
}
