import { redirect } from 'react-router'
import { idOf, notFound } from '../../server/http/responses.server.ts'
import { sessionToken } from '../../server/sessions/session.server.ts'
import type { Route } from './+types/comment.page'
import { findCommentPlace } from './comments.server.ts'
import { NO_COMMENT_PAGE } from '../post-messages.ts'

/** Redirects to the comment on the page of its post. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const place = await findCommentPlace(idOf(params.id, NO_COMMENT_PAGE), sessionToken(request))
  if (!place) throw notFound(NO_COMMENT_PAGE)
  return redirect(place)
}

export default function CommentPage() {
  return null
}
