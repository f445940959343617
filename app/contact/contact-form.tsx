import { useState } from 'react'
import { EMAIL_MAX } from '../accounts/account-rules.ts'
import { Form, Submit, useForm } from '../forms/form.tsx'
import { usePlayer } from '../accounts/use-player.ts'
import { VISITOR } from '../forms/forget-draft.ts'
import { useDraft } from '../forms/use-draft.ts'
import { FormError, TextField } from '../ui/fields/field.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { EmailInput, NameInput } from './known-input.tsx'
import { CATEGORIES, contactRules, NAME_MAX, SUBJECT_MAX } from './message-rules.ts'
import { MessageField } from './message-field.tsx'
import { Honeypot } from './honeypot.tsx'

/** The contact form (docs/product.md#forms-to-the-operators). */
export function ContactForm() {
  const [times, setTimes] = useState(0)
  const draft = useDraft('contact', VISITOR, '', usePlayer()?.id)
  const form = useForm(contactRules, {
    onDone(isReset) {
      if (!isReset) return
      draft.clear()
      setTimes(times + 1)
    },
  })
  return (
    <Form of={form} className="form message-form" onInput={draft.keep}>
      <div className="form-pair">
        <TextField
          {...form.field('name')}
          label="Name"
          as={NameInput}
          autoComplete="name"
          maxLength={NAME_MAX}
          required
        />
        <TextField
          {...form.field('email')}
          label="Email"
          as={EmailInput}
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          maxLength={EMAIL_MAX}
          required
        />
      </div>
      <SelectField
        key={`category ${draft.key} ${times}`}
        {...form.field('category', draft.draft?.category ?? '')}
        label="Category"
        required
      >
        <option value="">Choose a category</option>
        {CATEGORIES.contact.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        key={draft.key}
        {...form.field('subject', draft.draft?.subject)}
        label="Subject"
        autoComplete="off"
        maxLength={SUBJECT_MAX}
        required
      />
      <MessageField
        key={`${draft.key} ${times}`}
        {...form.field('message', draft.draft?.message)}
        placeholder="What can we do for you?"
      />
      <Honeypot name="homepage" />
      <FormError error={form.error} />
      <div className="message-send">
        <Submit of={form} look="primary" size="large" busy="Sending...">
          Send Message
        </Submit>
        <p className="quiet">Fields with * are required.</p>
      </div>
    </Form>
  )
}
