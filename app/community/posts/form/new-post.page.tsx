import { href, redirect } from 'react-router'
import { playerOrLogin } from '../../../accounts/require-player.server.ts'
import { usePlayer } from '../../../accounts/use-player.ts'
import { sendForm } from '../../../forms/send-form.ts'
import { clearDraft } from '../../../forms/forget-draft.ts'
import { wantsPage } from '../../../server/http/responses.server.ts'
import { redirectWithFlash } from '../../../server/http/flash.server.ts'
import { tooManyMessage } from '../../../server/http/rate-limit.server.ts'
import { pageMeta } from '../../../site/page-meta.ts'
import { siteOf } from '../../../site/use-site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/floating/toast.tsx'
import type { Route } from './+types/new-post.page'
import { BackToBoard } from '../../back-to-board.tsx'
import { boardHref, pendingPostHref, isPendingPostHref, newPostHref, postHref } from '../../community-href.ts'
import { createPost } from './create-post.server.ts'
import { findPostGame } from './find-post-game.server.ts'
import { POST_FORM_MESSAGES } from './post-form-rules.ts'
import { NEW_POST_DRAFT, NoPostForm, PostFields, SubmitPost, usePostForm } from './post-form.tsx'
import { type NewPostStart, startOf } from './post-form-values.ts'
import { POST_TYPES } from '../../post-rules.ts'
import { countPost, readPostForm, waitForPost, withMedia } from './read-post-form.server.ts'

/** Initial values of the form: `?game=` a game's slug, `?type=` a post type. Unknown values are ignored. */
export async function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const slug = query.get('game') ?? ''
  const game = slug ? await findPostGame(slug.slice(0, 200)) : null
  const type = POST_TYPES.find((known) => known === query.get('type'))
  return { game: game && { slug: game.slug, title: game.title }, type }
}

/** POST: creates the signed-in player's post and redirects to it. */
export async function action({ request }: Route.ActionArgs) {
  const player = await playerOrLogin(request, newPostHref(), POST_FORM_MESSAGES.visitor)
  const refuseNow = async () => {
    const wait = await waitForPost(player.id)
    return wait ? tooManyMessage(wait, 'post') : null
  }
  const read = await readPostForm(request, player.id, { refuseNow })
  if (!read.values) return read.refusal
  let wait = 0
  const created = await withMedia(player.id, read.values, async () => {
    wait = await countPost(request, player.id)
    return wait ? null : createPost(player, read.values)
  })
  if (wait) return read.refuse({ form: tooManyMessage(wait, 'post') }, 429)
  if (created === null) return read.refuse({ form: POST_FORM_MESSAGES.noResult }, 409)
  const { id, isPending } = created
  if (wantsPage(request))
    return redirectWithFlash(postHref(id), isPending ? POST_FORM_MESSAGES.pending : POST_FORM_MESSAGES.created)
  return redirect(isPending ? pendingPostHref(id) : postHref(id), 303)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const { failed, failedTitle } = POST_FORM_MESSAGES
  try {
    return await sendForm(serverAction, { failed, failedTitle })
  } catch (redirected) {
    clearDraft(NEW_POST_DRAFT)
    const isPending = redirected instanceof Response && isPendingPostHref(redirected.headers.get('Location'))
    showToast(isPending ? PENDING : CREATED)
    throw redirected
  }
}

const CREATED = { title: POST_FORM_MESSAGES.doneTitle, text: POST_FORM_MESSAGES.created }
const PENDING = { title: POST_FORM_MESSAGES.pendingTitle, text: POST_FORM_MESSAGES.pending, tone: 'neutral' as const }

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Create a Post',
    description: 'Share a tip, ask a question or show what you made.',
    path: href('/community/new'),
    noindex: true,
  })
}

/** The board's dialog as a page, for visitors who come from a game or have no JavaScript. */
export default function NewPostPage({ loaderData: { game, type } }: Route.ComponentProps) {
  const player = usePlayer()
  return (
    <div className="post-page">
      <BackToBoard />
      <h1>Create a Post</h1>
      <section className="text-card">
        {player ? (
          <NewPost key={player.id} game={game} type={type} />
        ) : (
          <NoPostForm next={newPostHref({ ...(game && { game: game.slug }), ...(type && { type }) })} />
        )}
      </section>
    </div>
  )
}

function NewPost(start: NewPostStart) {
  const form = usePostForm({ action: newPostHref(), name: NEW_POST_DRAFT, named: startOf(start) })
  return (
    <>
      <PostFields form={form} />
      <div className="form-actions">
        <ButtonLink look="quiet" href={boardHref()}>
          Cancel
        </ButtonLink>
        <SubmitPost form={form} busy={POST_FORM_MESSAGES.busy}>
          Create Post
        </SubmitPost>
      </div>
    </>
  )
}
