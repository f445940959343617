import { usePlayer } from '../../accounts/use-player.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/floating/dialog.tsx'
import { newPostHref } from '../community-href.ts'
import { POST_FORM_MESSAGES } from './form/post-form-rules.ts'
import { NEW_POST_DRAFT, NoPostForm, PostFields, SubmitPost, usePostForm } from './form/post-form.tsx'
import { type NewPostStart, startOf } from './form/post-form-values.ts'

type Props = { start: NewPostStart; onClose: () => void }

/** The form of a new post as a dialog (docs/product.md#writing-posts). Opened again, it restores what was typed. */
export default function PostDialog({ start, onClose }: Props) {
  const player = usePlayer()
  if (player) return <WritingDialog start={start} onClose={onClose} />
  return (
    <Dialog title="Create a Post" onClose={onClose}>
      <NoPostForm />
    </Dialog>
  )
}

function WritingDialog({ start, onClose }: Props) {
  const form = usePostForm({ action: newPostHref(), name: NEW_POST_DRAFT, start: startOf(start) })
  return (
    <Dialog
      title="Create a Post"
      onClose={onClose}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <SubmitPost form={form} busy={POST_FORM_MESSAGES.busy}>
            Create Post
          </SubmitPost>
        </>
      }
    >
      <PostFields form={form} />
    </Dialog>
  )
}
