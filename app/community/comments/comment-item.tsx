import { useRef, useState } from 'react'
import { href } from 'react-router'
import { usePlayer } from '../../accounts/use-player.ts'
import { cut } from '../../lib/text.ts'
import { ReportButton } from '../../moderation/report-button.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { focusIfLost } from '../../ui/floating/focus-if-lost.ts'
import { opens } from '../../ui/floating/opens.ts'
import { AnswerBadge, AnswerForm } from './answer-mark.tsx'
import { AuthorLine } from '../author.tsx'
import CommentDeleteDialog from './comment-delete-dialog.tsx'
import { CommentEditForm } from './comment-edit-form.tsx'
import type { ShownComment } from './comments.server.ts'
import { commentAnchor } from '../community-href.ts'
import { StateNote } from '../state-note.tsx'

type Props = {
  comment: ShownComment
  isAnswer: boolean
  /** Whether the viewer may mark the comment as the answer. */
  mayMark: boolean
  onChanged: (comment: ShownComment) => void
  onDeleted: () => void
}

/** A comment. Its author can edit it in place, and delete it after confirming. */
export function CommentItem({ comment, isAnswer, mayMark, onChanged, onDeleted }: Props) {
  const { id, content, author, createdAt, editedAt, isMine } = comment
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const isPlayer = usePlayer() !== null
  const itemRef = useRef<HTMLLIElement>(null)
  const endEditing = () => {
    setEditing(false)
    itemRef.current?.focus()
  }
  const moveFocus = () => {
    const item = itemRef.current
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
    onDeleted()
    focusIfLost(() =>
      neighbour?.isConnected && neighbour instanceof HTMLElement ? neighbour : document.getElementById('comments'),
    )
  }
  return (
    <li ref={itemRef} id={commentAnchor(id)} tabIndex={-1} className="comment" data-answer={isAnswer || undefined}>
      <AuthorLine author={author} at={createdAt} isEdited={editedAt !== null}>
        {isMine && !isEditing && (
          <OwnActions comment={comment} onEdit={() => setEditing(true)} onDelete={() => setDeleting(true)} />
        )}
        {!isMine && isPlayer && <ReportButton kind="comment" id={id} name={`the comment by ${author.username}`} />}
      </AuthorLine>
      {isEditing ? (
        <CommentEditForm
          comment={comment}
          autoFocus
          onChanged={(changed) => {
            onChanged({ ...comment, ...changed })
            endEditing()
          }}
          onCancel={endEditing}
        />
      ) : (
        <p className="post-text" dir="auto">
          {content}
        </p>
      )}
      {(isAnswer || mayMark) && comment.state === 'shown' && (
        <div className="comment-answer">
          {isAnswer && <AnswerBadge />}
          {mayMark && <AnswerForm commentId={id} isAnswer={isAnswer} author={author.username} />}
        </div>
      )}
      <StateNote what="comment" of={comment} isMine={isMine} />
      {isDeleting && <CommentDeleteDialog comment={comment} onClose={() => setDeleting(false)} onDeleted={moveFocus} />}
    </li>
  )
}

type OwnProps = { comment: ShownComment; onEdit: () => void; onDelete: () => void }

/** These are links, so that they work without JavaScript. A comment that an operator removed cannot be edited. */
function OwnActions({ comment: { id, content, state }, onEdit, onDelete }: OwnProps) {
  const params = { id: String(id) }
  const which = cut(content, 40)
  return (
    <div className="comment-actions">
      {state !== 'removed' && (
        <ButtonLink
          look="quiet"
          size="small"
          href={href('/comments/:id/edit', params)}
          aria-label={`Edit your comment: ${which}`}
          onClick={opens(onEdit)}
        >
          Edit
        </ButtonLink>
      )}
      <ButtonLink
        look="quiet"
        size="small"
        href={href('/comments/:id/delete', params)}
        aria-label={`Delete your comment: ${which}`}
        onClick={opens(onDelete)}
      >
        Delete
      </ButtonLink>
    </div>
  )
}
