import { type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { href, useFetcher } from 'react-router'
import { readForm } from '../forms/read-form.ts'
import { Button } from '../ui/button.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import { EMAIL_FIXED, profileRules } from './profile-rules.ts'

type Errors = { username?: string; fullName?: string; form?: string }
type Outcome = { errors: Errors | null; given?: { username: string; fullName: string } }

/** A form that edits the profile, as its fields and its button need it; `given` is what the page's own action answered. */
export function useProfileForm({ given, onDone }: { given?: Outcome | undefined; onDone: () => void }) {
  const id = useId()
  const fetcher = useFetcher<Outcome>()
  const [wrong, setWrong] = useState<Errors | null>(null)
  const outcome = fetcher.data ?? given
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (fetcher.state === 'idle' && fetcher.data && !fetcher.data.errors) done()
  }, [fetcher.state, fetcher.data])

  return {
    id,
    fetcher,
    given: outcome?.given,
    errors: wrong ?? outcome?.errors ?? {},
    isBusy: fetcher.state !== 'idle',
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      const { errors } = readForm(profileRules, new FormData(event.currentTarget))
      if (errors) event.preventDefault()
      setWrong(errors)
    },
  }
}

type Form = ReturnType<typeof useProfileForm>

/** Username, full name, and the e-mail address, which stays (docs/product.md, Accounts). */
export function ProfileFields({
  form: { id, fetcher, given, errors, onSubmit },
  profile,
}: {
  form: Form
  profile: { username: string; fullName: string; email: string }
}) {
  return (
    <fetcher.Form
      id={id}
      className="form"
      method="post"
      action={href('/account/profile')}
      noValidate
      onSubmit={onSubmit}
    >
      <FormError error={errors.form} />
      <TextField
        label="Username"
        name="username"
        defaultValue={given?.username ?? profile.username}
        error={errors.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField
        label="Full Name"
        name="fullName"
        hint="optional"
        defaultValue={given?.fullName ?? profile.fullName}
        error={errors.fullName}
        autoComplete="name"
      />
      <TextField label="Email" type="email" hint={EMAIL_FIXED} value={profile.email} readOnly />
    </fetcher.Form>
  )
}

/** The button of the form; it may stand outside of it. */
export function SaveProfile({ form: { id, isBusy } }: { form: Form }) {
  return (
    <Button type="submit" form={id} look="primary" disabled={isBusy}>
      {isBusy ? 'Saving...' : 'Save Changes'}
    </Button>
  )
}
