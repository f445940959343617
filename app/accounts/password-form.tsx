import { type FormEvent, useEffect, useRef, useState } from 'react'
import { href, useFetcher } from 'react-router'
import { readForm } from '../forms/read-form.ts'
import { Button } from '../ui/button.tsx'
import { FormError, PasswordField } from '../ui/field.tsx'
import { passwordChangeRules } from './profile-rules.ts'

type Errors = { current?: string; password?: string; form?: string }
type Outcome = { errors: Errors | null }

/** Changes the password; `given` is what the page's own action answered. */
export function PasswordForm({ email, given }: { email: string; given?: Outcome | undefined }) {
  const fetcher = useFetcher<Outcome>()
  const [wrong, setWrong] = useState<Errors | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const errors = wrong ?? (fetcher.data ?? given)?.errors ?? {}
  const isBusy = fetcher.state !== 'idle'
  useEffect(() => {
    if (fetcher.data && !fetcher.data.errors) form.current?.reset()
  }, [fetcher.data])

  function check(event: FormEvent<HTMLFormElement>) {
    const read = readForm(passwordChangeRules, new FormData(event.currentTarget))
    if (read.errors) event.preventDefault()
    setWrong(read.errors)
  }

  return (
    <fetcher.Form
      ref={form}
      className="form"
      method="post"
      action={href('/account/password')}
      noValidate
      onSubmit={check}
    >
      <FormError error={errors.form} />
      {/* Tells password managers whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        name="current"
        autoComplete="current-password"
        error={errors.current}
        required
      />
      <PasswordField
        label="New password"
        name="password"
        hint="6 characters or more"
        autoComplete="new-password"
        error={errors.password}
        required
      />
      <p className="quiet">Every other browser that is signed in is signed out.</p>
      <div>
        <Button type="submit" look="secondary" disabled={isBusy}>
          {isBusy ? 'Changing...' : 'Change password'}
        </Button>
      </div>
    </fetcher.Form>
  )
}
