import { href } from 'react-router'
import { Form, Submit, useForm } from '../forms/form.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import type { action } from './profile.page.tsx'
import { EMAIL_FIXED, profileRules } from './profile-rules.ts'

/** A form that edits the profile, as its fields and its button need it. */
export function useProfileForm(onDone: () => void) {
  return useForm<typeof action>(profileRules, { action: href('/account/profile'), onDone })
}

type ProfileForm = ReturnType<typeof useProfileForm>

/** Username, full name, and the e-mail address, which stays (docs/product.md, Accounts). */
export function ProfileFields({
  form,
  profile,
}: {
  form: ProfileForm
  profile: { username: string; fullName: string; email: string }
}) {
  return (
    <Form of={form}>
      <TextField
        {...form.field('username', profile.username)}
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField {...form.field('fullName', profile.fullName)} label="Full Name" hint="optional" autoComplete="name" />
      <TextField label="Email" type="email" hint={EMAIL_FIXED} value={profile.email} readOnly />
      <FormError error={form.error} />
    </Form>
  )
}

/** The button of the form; it may stand outside of it. */
export function SaveProfile({ form }: { form: ProfileForm }) {
  return (
    <Submit of={form} look="primary" busy="Saving...">
      Save Changes
    </Submit>
  )
}
