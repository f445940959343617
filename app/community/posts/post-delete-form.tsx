import { href } from 'react-router'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { FormError } from '../../ui/fields/field.tsx'
import type { Post } from './find-post.server.ts'

/** State of the form that deletes a post, for its fields and its button. */
export function usePostDeleteForm(id: number) {
  return useForm(null, { action: href('/community/:id/delete', { id: String(id) }) })
}

type DeleteForm = ReturnType<typeof usePostDeleteForm>

/** States what will be deleted, and shows the error message. */
export function PostDeleteFields({ form, title }: { form: DeleteForm; title: Post['title'] }) {
  return (
    <Form of={form}>
      <p>
        {title ? <strong>{title}</strong> : 'Your post'} is deleted immediately and permanently, with its comments and
        likes. The credits that you earned with it are taken back.
      </p>
      <FormError error={form.error} />
    </Form>
  )
}

/** Submit button of the form; works outside of it, too. */
export function PostDeleteButton({ form }: { form: DeleteForm }) {
  return (
    <Submit of={form} look="destructive" busy="Deleting...">
      Delete Post
    </Submit>
  )
}
