import { useEffect, useEffectEvent } from 'react'
import { loginHref } from '../../accounts/login-href.ts'
import { usePlayer } from '../../accounts/use-player.ts'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormError } from '../../ui/fields/field.tsx'
import { focusIfLost } from '../../ui/floating/focus-if-lost.ts'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { commentsClosedMessage, COMMENT_MESSAGES, commentRules } from './comment-rules.ts'
import type { ShownComment } from './comments.server.ts'
import { commentAnchor, commentDraftOf, postHref } from '../community-href.ts'
import type { Post } from '../posts/find-post.server.ts'

type Props = { postId: number; state: Post['state']; onAdded: (comment: ShownComment) => void }

/** The comment form. Visitors are asked to sign in first (docs/product.md#writing-posts). */
export function CommentForm(props: Props) {
  const isPlayer = usePlayer() !== null
  if (props.state !== 'shown') return <p className="quiet">{commentsClosedMessage(props.state)}</p>
  return isPlayer ? <NewComment {...props} /> : <NoComment postId={props.postId} />
}

function NewComment({ postId, onAdded }: Props) {
  const draft = useDraft(commentDraftOf(postId), usePlayer()?.id)
  const form = useForm(commentRules, { action: postHref(postId), onDone: draft.clear })
  const added = (form.done as { comment: ShownComment } | undefined)?.comment
  const notify = useEffectEvent((comment: ShownComment) => {
    onAdded(comment)
    // A button loses the focus while it is disabled.
    focusIfLost(() => document.getElementById(commentAnchor(comment.id)))
  })
  useEffect(() => {
    if (added) notify(added)
  }, [added])
  return (
    <Form of={form} className="comment-form" onInput={draft.keep}>
      <TextArea
        key={draft.key}
        {...form.field('content', draft.draft?.content)}
        label="Your comment"
        placeholder="Write a comment"
        rows={3}
        required
      />
      <FormError error={form.error} />
      <Submit of={form} look="primary" busy="Posting...">
        Comment
      </Submit>
    </Form>
  )
}

function NoComment({ postId }: { postId: number }) {
  return (
    <div className="comment-form">
      <TextArea label="Your comment" placeholder={COMMENT_MESSAGES.disabled} rows={2} disabled />
      <ButtonLink href={loginHref(postHref(postId))}>Login</ButtonLink>
    </div>
  )
}
