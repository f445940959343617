import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/floating/dialog.tsx'
import type { Post } from './find-post.server.ts'
import { PostDeleteButton, PostDeleteFields, usePostDeleteForm } from './post-delete-form.tsx'
import { POST_MESSAGES } from '../post-messages.ts'

/** Asks for confirmation before deleting a post. The form then redirects to the board. */
export default function PostDeleteDialog({
  post: { id, title },
  onClose,
}: {
  post: Pick<Post, 'id' | 'title'>
  onClose: () => void
}) {
  const form = usePostDeleteForm(id)
  return (
    <Dialog
      title={POST_MESSAGES.confirmDelete}
      onClose={onClose}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <PostDeleteButton form={form} />
        </>
      }
    >
      <PostDeleteFields form={form} title={title} />
    </Dialog>
  )
}
