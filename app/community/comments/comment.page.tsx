import { redirect } from 'react-router'
import { idOf, notFound } from '../../server/http/responses.server.ts'
import { sessionToken } from '../../server/sessions/session.server.ts'
import type { Route } from './+types/comment.page'
import { findCommentHref } from './comments.server.ts'
import { NO_COMMENT_PAGE } from '../post-messages.ts'

/** Redirects to the comment on the page of its post. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const href = await findCommentHref(idOf(params.id, NO_COMMENT_PAGE), sessionToken(request))
  if (!href) throw notFound(NO_COMMENT_PAGE)
  return redirect(href)
}

export default function CommentPage() {
  return null
}
