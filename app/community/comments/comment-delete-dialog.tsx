import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/floating/dialog.tsx'
import { CommentDeleteButton, CommentDeleteFields, useCommentDeleteForm } from './comment-delete-form.tsx'
import { COMMENT_MESSAGES } from './comment-rules.ts'
import type { ShownComment } from './comments.server.ts'

type Props = { comment: Pick<ShownComment, 'id' | 'content'>; onClose: () => void; onDeleted: () => void }

export default function CommentDeleteDialog({ comment: { id, content }, onClose, onDeleted }: Props) {
  const form = useCommentDeleteForm(id, onDeleted)
  return (
    <Dialog
      title={COMMENT_MESSAGES.confirmDelete}
      onClose={onClose}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <CommentDeleteButton form={form} />
        </>
      }
    >
      <CommentDeleteFields form={form} content={content} />
    </Dialog>
  )
}
