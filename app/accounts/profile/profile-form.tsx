import { href } from 'react-router'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { Checkbox, FormError, TextField } from '../../ui/fields/field.tsx'
import { EMAIL_FIXED, profileRules, SHOWS_MOST_PLAYED, SHOWS_WISHLIST, WANTS_MAIL } from './profile-rules.ts'
import type { SignedInPlayer } from '../use-player.ts'

/** The state of the profile form, shared by its fields and its button. */
export function useProfileForm(onDone: () => void) {
  return useForm(profileRules, { action: href('/account/profile'), onDone })
}

type ProfileForm = ReturnType<typeof useProfileForm>

/**
 * Username, full name, the fixed email address, and the settings for visibility and mail
 * (docs/product.md#names-and-passwords).
 */
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

/** The submit button; may be outside the form. */
export function SaveProfile({ form }: { form: ProfileForm }) {
  return (
    <Submit of={form} look="primary" busy="Saving...">
      Save Changes
    </Submit>
  )
}
