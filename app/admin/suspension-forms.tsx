import { href } from 'react-router'
import { Form, Submit, useForm } from '../forms/form.tsx'
import { decisionRules, SUSPENSION_LENGTHS, suspensionRules, WORDS_MAX } from '../moderation/moderation-rules.ts'
import type { Owner } from '../moderation/moderated-items.server.ts'
import { Choice, FormError, TextField } from '../ui/fields/field.tsx'
import { TextArea } from '../ui/fields/text-area.tsx'

type Props = { owner: Pick<Owner, 'username' | 'seen'> }

/** Suspends an account, or changes its suspension. */
export function SuspendForm({ owner: { username, seen } }: Props) {
  const form = useForm(suspensionRules, {
    action: href('/admin/players/:username/suspension', { username }),
    intent: 'suspend',
  })
  return (
    <Form of={form}>
      <input type="hidden" name="seen" value={seen} />
      <Choice {...form.field('length', '1')} label="Duration" options={SUSPENSION_LENGTHS} />
      <TextField {...form.field('until')} label="Until" type="date" hint="begins at midnight, UTC" />
      <TextArea
        {...form.field('why')}
        label="Reason"
        hint="shown to the player at sign-in"
        rows={3}
        maxLength={WORDS_MAX}
        required
      />
      <FormError error={form.error} />
      <div>
        <Submit of={form} look="destructive" busy="Suspending...">
          Suspend the account
        </Submit>
      </div>
    </Form>
  )
}

export function LiftForm({ owner: { username, seen } }: Props) {
  const form = useForm(decisionRules, {
    action: href('/admin/players/:username/suspension', { username }),
    intent: 'lift',
  })
  return (
    <Form of={form} className="console-form">
      <input type="hidden" name="seen" value={seen} />
      <Submit of={form} busy="Lifting...">
        Lift the suspension
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}
