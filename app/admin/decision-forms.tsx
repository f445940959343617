import { Form, Submit, useForm } from '../forms/form.tsx'
import { removalRules, showingRules, WORDS_MAX } from '../moderation/moderation-rules.ts'
import type { ModeratedItem } from '../moderation/moderated-items.server.ts'
import { FormError } from '../ui/fields/field.tsx'
import { TextArea } from '../ui/fields/text-area.tsx'
import { decisionHref } from './admin-href.ts'

type Props = { item: Pick<ModeratedItem, 'subject' | 'state' | 'seen' | 'version'> }

/** Approves a pending item, and closes its reports. */
export function ApproveForm({ item: { subject, state, seen, version } }: Props) {
  const form = useForm(showingRules, { action: decisionHref(subject), intent: 'approve' })
  return (
    <Form of={form} className="console-form">
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="version" value={version} />
      <Submit of={form} busy={state === 'held' ? 'Approving...' : 'Dismissing...'}>
        {state === 'held' ? 'Approve' : 'Dismiss the reports'}
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}

/** Makes a removed item public again. */
export function RestoreForm({ item: { subject, seen, version } }: Props) {
  const form = useForm(showingRules, { action: decisionHref(subject), intent: 'restore' })
  return (
    <Form of={form} className="console-form">
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="version" value={version} />
      <Submit of={form} busy="Restoring...">
        Restore
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}

/** Removes an item for a reason; collapsed unless `isOpen`. */
export function RemoveForm({ item: { subject, seen }, isOpen = false }: Props & { isOpen?: boolean }) {
  const form = useForm(removalRules, { action: decisionHref(subject), intent: 'remove' })
  return (
    <details className="console-more" open={isOpen}>
      <summary className="button button-destructive">Remove...</summary>
      <Form of={form}>
        <input type="hidden" name="seen" value={seen} />
        <TextArea
          {...form.field('why')}
          label="Reason for removing it"
          hint="the author sees this"
          rows={2}
          maxLength={WORDS_MAX}
          required
        />
        <FormError error={form.error} />
        <div>
          <Submit of={form} look="destructive" busy="Removing...">
            Remove it
          </Submit>
        </div>
      </Form>
    </details>
  )
}
