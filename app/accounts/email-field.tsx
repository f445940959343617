import { TextField } from '../ui/fields/field.tsx'
import { EMAIL_MAX } from './account-rules.ts'

type Props = { name: string; defaultValue: string | undefined; error: string | undefined }

/** The field for the e-mail address of an account. */
export function EmailField(props: Props) {
  return (
    <TextField
      {...props}
      label="Email"
      type="email"
      autoComplete="email"
      placeholder="you@example.com"
      maxLength={EMAIL_MAX}
    />
  )
}
