import { data, redirect } from 'react-router'
import { playerOrLogin } from '../../accounts/require-player.server.ts'
import { readForm } from '../../forms/read-form.ts'
import { sendForm } from '../../forms/send-form.ts'
import { idOf, notFound, wantsPage } from '../../server/http/responses.server.ts'
import { tooManyMessage } from '../../server/http/rate-limit.server.ts'
import { clearDraft } from '../../forms/forget-draft.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { sessionToken } from '../../server/sessions/session.server.ts'
import { cacheHeaders } from '../../server/cache/cache-headers.server.ts'
import { siteOf } from '../../site/use-site.ts'
import type { Route } from './+types/post.page'
import { addComment } from '../comments/add-comment.server.ts'
import { afterOf } from '../comments/after.ts'
import { BackToBoard } from '../back-to-board.tsx'
import {
  commentsClosedMessage,
  COMMENT_BYTES,
  COMMENT_MESSAGES,
  commentRules,
  messageOf,
} from '../comments/comment-rules.ts'
import { CommentList } from '../comments/comment-list.tsx'
import { commentDraftOf, commentHref, postHref } from '../community-href.ts'
import { countComment } from '../comments/count-comment.server.ts'
import { loadPost } from './load-post.server.ts'
import { postMeta } from '../post-meta.ts'
import { NO_POST_PAGE } from '../post-messages.ts'
import { PostView } from './post-view.tsx'

export const headers = ({ loaderHeaders, actionHeaders }: Route.HeadersArgs) =>
  loaderHeaders.has('cache-control') ? loaderHeaders : actionHeaders

export async function loader({ request, params }: Route.LoaderArgs) {
  const id = idOf(params.id, NO_POST_PAGE)
  const page = await loadPost(id, afterOf(request), sessionToken(request))
  if (!page) throw notFound(NO_POST_PAGE, cacheHeaders('community', `post:${id}`))
  return data(page, { headers: cacheHeaders(`post:${id}`) })
}

/** POST: adds the signed-in player's comment to the post. */
export async function action({ request, params }: Route.ActionArgs) {
  const id = idOf(params.id, NO_POST_PAGE)
  const player = await playerOrLogin(request, postHref(id), COMMENT_MESSAGES.visitor)
  const { values, errors, refuse } = readForm(commentRules, await formOf(request, COMMENT_BYTES))
  if (errors) return refuse(errors)
  const wait = await countComment(request, player.id)
  if (wait) return refuse({ form: tooManyMessage(wait, 'comment') }, 429)
  const comment = await addComment(player, id, values.content)
  if (!comment) {
    const page = await loadPost(id, 0, sessionToken(request))
    if (!page || page.post.state === 'shown') throw notFound(NO_POST_PAGE)
    return refuse({ form: commentsClosedMessage(page.post.state) }, 409)
  }
  if (wantsPage(request)) return redirect(commentHref(comment.id), 303)
  return data({ errors: null, comment, ...messageOf(comment) })
}

export async function clientAction({ serverAction, params }: Route.ClientActionArgs) {
  const answer = await sendForm(serverAction, { done: COMMENT_MESSAGES.added, failed: COMMENT_MESSAGES.failed })
  // Here, because a navigation meanwhile unmounts the form.
  if ('comment' in answer) clearDraft(commentDraftOf(params.id))
  return answer
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return postMeta(siteOf(matches), loaderData.post)
}

export default function PostPage({ loaderData: page }: Route.ComponentProps) {
  return (
    <div className="post-page">
      <BackToBoard />
      <PostView page={page} />
      {/* A change of page drops fetched comments, since they may not follow those of the new page. */}
      <CommentList key={`${page.post.id} ${page.after}`} page={page} />
    </div>
  )
}
