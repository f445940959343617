import { href } from 'react-router'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { FormError, PasswordField } from '../../ui/fields/field.tsx'
import { passwordChangeRules } from '../profile/profile-rules.ts'

export function PasswordForm({ email }: { email: string }) {
  const form = useForm(passwordChangeRules, { action: href('/account/password') })
  return (
    <Form of={form}>
      {/* Identifies the account for password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...form.field('current')} label="Current password" autoComplete="current-password" required />
      <PasswordField
        {...form.field('password')}
        label="New password"
        hint="6 characters or more"
        autoComplete="new-password"
        required
      />
      <p className="quiet">This signs you out on all other devices.</p>
      <FormError error={form.error} />
      <div>
        <Submit of={form} busy="Changing...">
          Change password
        </Submit>
      </div>
    </Form>
  )
}
