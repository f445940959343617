import { useState } from 'react'
import { EMAIL_MAX } from '../accounts/account-rules.ts'
import { Form, Submit, useForm } from '../forms/form.tsx'
import { usePlayer } from '../accounts/use-player.ts'
import { VISITOR } from '../forms/forget-draft.ts'
import { useDraft } from '../forms/use-draft.ts'
import { FormError, TextField } from '../ui/fields/field.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { useScript } from '../ui/use-script.ts'
import { EmailInput, NameInput } from './known-input.tsx'
import { MessageField } from './message-field.tsx'
import { CATEGORIES, feedbackRules, NAME_MAX, RATINGS } from './message-rules.ts'
import { Honeypot } from './honeypot.tsx'

/** The feedback form (docs/product.md#forms-to-the-operators). Its button is disabled while the message is empty. */
export function FeedbackForm() {
  const [times, setTimes] = useState(0)
  /** Null until the message is edited. */
  const [isFilled, setFilled] = useState<boolean | null>(null)
  const draft = useDraft('feedback', VISITOR, '', usePlayer()?.id)
  const form = useForm(feedbackRules, {
    onDone(isReset) {
      if (!isReset) return
      draft.clear()
      setTimes(times + 1)
      setFilled(null)
    },
  })
  const hasScript = useScript()
  const message = form.field('message', draft.draft?.message)
  // Without JavaScript the button must stay enabled, and the server reports missing fields.
  const isBlank = hasScript && !(isFilled ?? message.defaultValue?.trim())
  return (
    <Form of={form} className="form message-form" onInput={draft.keep}>
      <div className="form-pair">
        <TextField
          {...form.field('name')}
          label="Name"
          hint="optional"
          as={NameInput}
          autoComplete="name"
          maxLength={NAME_MAX}
        />
        <TextField
          {...form.field('email')}
          label="Email"
          hint="optional, for a reply"
          as={EmailInput}
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          maxLength={EMAIL_MAX}
        />
      </div>
      <div className="form-pair">
        <SelectField
          key={`category ${draft.key} ${times}`}
          {...form.field('category', draft.draft?.category ?? '')}
          label="Feedback Type"
          required
        >
          <option value="">Choose a category</option>
          {CATEGORIES.feedback.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          key={`rating ${draft.key} ${times}`}
          {...form.field('rating', draft.draft?.rating ?? '')}
          label="Rating"
          hint="optional"
        >
          <option value="">No rating</option>
          {RATINGS.map(({ value, label }) => (
            <option key={value} value={value}>
              {value} - {label}
            </option>
          ))}
        </SelectField>
      </div>
      <MessageField
        key={`${draft.key} ${times}`}
        {...message}
        placeholder="What works well, what does not, what is missing?"
        onFilled={setFilled}
      />
      <Honeypot name="homepage" />
      <FormError error={form.error} />
      <div className="message-send">
        <Submit of={form} look="primary" size="large" busy="Sending..." disabled={isBlank}>
          Send Feedback
        </Submit>
        <p className="quiet">Fields with * are required.</p>
      </div>
    </Form>
  )
}
