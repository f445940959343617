import { href } from 'react-router'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { FormError, PasswordField, TextField } from '../../ui/fields/field.tsx'
import { deletionRules } from '../profile/profile-rules.ts'

/** The state of the deletion form, shared by its fields and its button. */
export function useDeleteForm() {
  return useForm(deletionRules, { action: href('/account/delete') })
}

/**
 * What is deleted with an account, and a sentence for each kind of data that remains (`DELETION` in
 * app/data-inventory/).
 */
export type Deletion = { deleted: string; remains: string[] }

type DeleteForm = ReturnType<typeof useDeleteForm>

/** The consequences of the deletion, and the fields that confirm it. */
export function DeleteFields({
  form,
  username,
  hasPassword,
  deletion,
}: {
  form: DeleteForm
  username: string
  hasPassword: boolean
  deletion: Deletion
}) {
  return (
    <>
      <ul className="consequences">
        <li>Your {deletion.deleted} are deleted immediately and permanently.</li>
        {deletion.remains.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        <li>This cannot be undone, not even by us.</li>
      </ul>
      <Form of={form}>
        <TextField
          {...form.field('username')}
          label="Type your username to confirm"
          hint={username}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        {hasPassword && (
          <PasswordField {...form.field('current')} label="Current password" autoComplete="current-password" required />
        )}
        <FormError error={form.error} />
      </Form>
    </>
  )
}

/** The submit button, which may be outside the form. */
export function DeleteButton({ form }: { form: DeleteForm }) {
  return (
    <Submit of={form} look="destructive" busy="Deleting...">
      Delete my account
    </Submit>
  )
}
