import { useId } from 'react'
import { href, useFetcher } from 'react-router'
import { Button } from '../ui/button.tsx'
import { FormError, PasswordField, TextField } from '../ui/field.tsx'

type Outcome = {
  errors: { username?: string; current?: string; form?: string } | null
  given?: { username: string }
}

/** The form that deletes an account, as its fields and its button need it; `answered` is what the page's own action said. */
export function useDeleteForm(answered?: Outcome) {
  const id = useId()
  const fetcher = useFetcher<Outcome>()
  const outcome = fetcher.data ?? answered
  return { id, fetcher, errors: outcome?.errors ?? {}, given: outcome?.given, isBusy: fetcher.state !== 'idle' }
}

type Form = ReturnType<typeof useDeleteForm>

/** What happens, and what has to be typed for it. */
export function DeleteFields({
  form: { id, fetcher, errors, given },
  username,
  hasPassword,
}: {
  form: Form
  username: string
  hasPassword: boolean
}) {
  return (
    <>
      <ul className="consequences">
        <li>
          Your profile and picture, wishlist, likes and dislikes, games played, credits and sign-ins are removed, at
          once and for good.
        </li>
        <li>Posts and comments that you wrote stay, without your name.</li>
        <li>Nobody can undo this, not even we.</li>
      </ul>
      <fetcher.Form id={id} className="form" method="post" action={href('/account/delete')} noValidate>
        <FormError error={errors.form} />
        <TextField
          label="Type your username to confirm"
          name="username"
          hint={`@${username}`}
          defaultValue={given?.username}
          error={errors.username}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        {hasPassword && (
          <PasswordField
            label="Current password"
            name="current"
            error={errors.current}
            autoComplete="current-password"
            required
          />
        )}
      </fetcher.Form>
    </>
  )
}

/** The button of the form; it may stand outside of it. */
export function DeleteButton({ form: { id, isBusy } }: { form: Form }) {
  return (
    <Button type="submit" form={id} look="destructive" disabled={isBusy}>
      {isBusy ? 'Deleting...' : 'Delete my account'}
    </Button>
  )
}
