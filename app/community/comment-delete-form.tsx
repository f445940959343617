import { href } from 'react-router'
import { Form, Submit, useForm } from '../forms/form.tsx'
import { FormError } from '../ui/field.tsx'
import type { action } from './comment-delete.page.tsx'

/** The form that deletes a comment, as its parts need it. */
export function useCommentDeleteForm(id: number, onDone?: () => void) {
  return useForm<typeof action>(null, {
    action: href('/comments/:id/delete', { id: String(id) }),
    ...(onDone && { onDone }),
  })
}

type DeleteForm = ReturnType<typeof useCommentDeleteForm>

/** The comment, as it goes, and what is wrong with its going. */
export function CommentDeleteFields({ form, content }: { form: DeleteForm; content: string }) {
  return (
    <Form of={form}>
      <blockquote className="quoted">{content}</blockquote>
      <FormError error={form.error} />
    </Form>
  )
}

/** The button of the form; it may stand outside of it. */
export function CommentDeleteButton({ form }: { form: DeleteForm }) {
  return (
    <Submit of={form} look="destructive" busy="Deleting...">
      Delete
    </Submit>
  )
}
