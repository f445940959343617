import { href, redirect } from 'react-router'
import { playerOrLogin } from '../../../accounts/require-player.server.ts'
import { sendForm } from '../../../forms/send-form.ts'
import { clearDraft } from '../../../forms/forget-draft.ts'
import { idOf, notFound, wantsPage } from '../../../server/http/responses.server.ts'
import { countAttemptOf } from '../../../server/http/count-attempts.server.ts'
import { redirectWithFlash } from '../../../server/http/flash.server.ts'
import { tooManyMessage } from '../../../server/http/rate-limit.server.ts'
import { sessionToken } from '../../../server/sessions/session.server.ts'
import { pageMeta } from '../../../site/page-meta.ts'
import { siteOf } from '../../../site/use-site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/floating/toast.tsx'
import type { Route } from './+types/edit-post.page'
import { changePost } from '../change-post.server.ts'
import { postEditHref, postHref } from '../../community-href.ts'
import { loadPost } from '../load-post.server.ts'
import { POST_FORM_MESSAGES } from './post-form-rules.ts'
import { PostFields, SubmitPost, usePostForm } from './post-form.tsx'
import { valuesOf } from './post-form-values.ts'
import { NO_POST_PAGE } from '../../post-messages.ts'
import { readPostForm, withMedia } from './read-post-form.server.ts'

export async function loader({ request, params }: Route.LoaderArgs) {
  const id = idOf(params.id, NO_POST_PAGE)
  await playerOrLogin(request, postEditHref(id))
  return { id, values: valuesOf(await findOwn(request, id)) }
}

/** POST: changes the signed-in player's post and redirects to it. */
export async function action({ request, params }: Route.ActionArgs) {
  const id = idOf(params.id, NO_POST_PAGE)
  const player = await playerOrLogin(request, postEditHref(id), POST_FORM_MESSAGES.visitor)
  const { media } = await findOwn(request, id)
  const has = media && { mediaUrl: media.src, mediaWidth: media.width, mediaHeight: media.height }
  const refuseNow = async () => {
    const wait = await countAttemptOf('edit', player.id)
    return wait ? tooManyMessage(wait, 'edit a post') : null
  }
  const read = await readPostForm(request, player.id, { has, refuseNow })
  if (!read.values) return read.refusal
  const isChanged = await withMedia(player.id, read.values, () => changePost(player, id, read.values))
  if (!isChanged) throw notFound(NO_POST_PAGE)
  return wantsPage(request) ? redirectWithFlash(postHref(id), POST_FORM_MESSAGES.changed) : redirect(postHref(id), 303)
}

export async function clientAction({ serverAction, params }: Route.ClientActionArgs) {
  const { doneTitle: title, changed: text, changeFailed: failed, failedTitle } = POST_FORM_MESSAGES
  try {
    return await sendForm(serverAction, { failed, failedTitle })
  } catch (redirected) {
    clearDraft(draftOf(params.id))
    showToast({ title, text })
    throw redirected
  }
}

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Edit your post',
    description: 'Change one of your posts.',
    path: href('/community/:id/edit', { id: params.id }),
    noindex: true,
  })
}

export default function EditPostPage({ loaderData: { id, values } }: Route.ComponentProps) {
  const form = usePostForm({ action: postEditHref(id), name: draftOf(id), start: values })
  return (
    <div className="post-page">
      <h1>Edit your post</h1>
      <section className="text-card">
        <PostFields form={form} />
        <div className="form-actions">
          <ButtonLink look="quiet" href={postHref(id)} onClick={() => clearDraft(draftOf(id))}>
            Cancel
          </ButtonLink>
          <SubmitPost form={form} busy="Saving...">
            Save
          </SubmitPost>
        </div>
      </section>
    </div>
  )
}

const draftOf = (id: string | number) => `post:${id}`

/** Returns the signed-in player's post. Throws a 404 if they have no such post or an operator removed it. */
async function findOwn(request: Request, id: number) {
  const page = await loadPost(id, 0, sessionToken(request))
  if (!page?.isMine || page.post.state === 'removed') throw notFound(NO_POST_PAGE)
  return page.post
}
