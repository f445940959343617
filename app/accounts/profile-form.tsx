import { href } from 'react-router'
import { Form, Submit, useForm } from '../forms/form.tsx'
import { Checkbox, FormError, TextField } from '../ui/field.tsx'
import type { action } from './profile.page.tsx'
import { EMAIL_FIXED, profileRules, SHOWS_MOST_PLAYED, SHOWS_WISHLIST, WANTS_MAIL } from './profile-rules.ts'
import type { SignedInPlayer } from './use-player.ts'

/** A form that edits the profile, as its fields and its button need it. */
export function useProfileForm(onDone: () => void) {
  return useForm<typeof action>(profileRules, { action: href('/account/profile'), onDone })
}

type ProfileForm = ReturnType<typeof useProfileForm>

/** Username, full name, the e-mail address, which stays, and what others see and we may send (docs/product.md, Accounts). */
export function ProfileFields({
  form,
  profile,
}: {
  form: ProfileForm
  profile: Pick<SignedInPlayer, 'username' | 'fullName' | 'email' | 'showsWishlist' | 'showsMostPlayed' | 'wantsMail'>
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
      <div className="checkboxes">
        <Checkbox {...form.box('showsWishlist', profile.showsWishlist)}>{SHOWS_WISHLIST}</Checkbox>
        <Checkbox {...form.box('showsMostPlayed', profile.showsMostPlayed)}>{SHOWS_MOST_PLAYED}</Checkbox>
        <Checkbox {...form.box('wantsMail', profile.wantsMail)}>{WANTS_MAIL}</Checkbox>
      </div>
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
