import { href } from 'react-router'
import { Form, Submit, useForm } from '../forms/form.tsx'
import { decisionRules } from '../moderation/decision-rules.ts'
import { FormError } from '../ui/field.tsx'
import type { action } from './site-defaults.page.tsx'

/** Has the site speak its own words again. */
export function ResetForm({ seen }: { seen: number }) {
  const form = useForm<typeof action>(decisionRules, { action: href('/admin/site/defaults') })
  return (
    <section className="thing">
      <h2>Back to the site’s own words</h2>
      <p>Takes back all that operators have changed on the page before. It cannot be undone.</p>
      <Form of={form}>
        <input type="hidden" name="seen" value={seen} />
        <FormError error={form.error} />
        <div>
          <Submit of={form} look="destructive" busy="Taking back...">
            Take all changes back
          </Submit>
        </div>
      </Form>
    </section>
  )
}
