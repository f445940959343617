import { href } from 'react-router'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { FormError } from '../../ui/fields/field.tsx'

/** State of the form that deletes a comment, for its fields and its button. */
export function useCommentDeleteForm(id: number, onDone?: () => void) {
  return useForm(null, {
    action: href('/comments/:id/delete', { id: String(id) }),
    ...(onDone && { onDone }),
  })
}

type DeleteForm = ReturnType<typeof useCommentDeleteForm>

/** The comment to delete, and the error message. */
export function CommentDeleteFields({ form, content }: { form: DeleteForm; content: string }) {
  return (
    <Form of={form}>
      <blockquote className="quoted">{content}</blockquote>
      <FormError error={form.error} />
    </Form>
  )
}

/** Submit button of the form; works outside of it, too. */
export function CommentDeleteButton({ form }: { form: DeleteForm }) {
  return (
    <Submit of={form} look="destructive" busy="Deleting...">
      Delete
    </Submit>
  )
}
