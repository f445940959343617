import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { Choice, FormError } from '../../../ui/fields/field.tsx'
import { gameReportRules, REASON_LABELS, REASONS } from './report-rules.ts'

/** Returns the state of the form. Pass `action` if the form is submitted to another page's address. */
export function useReportGameForm(options: { action?: string; onDone?: () => void } = {}) {
  return useForm(gameReportRules, options)
}

type ReportGameForm = ReturnType<typeof useReportGameForm>

export function ReportGameFields({ form }: { form: ReportGameForm }) {
  return (
    <Form of={form}>
      <Choice
        {...form.field('reason')}
        label="What is wrong with it?"
        options={REASONS.map((value) => ({ value, label: REASON_LABELS[value] }))}
      />
      <p className="quiet">You need no account, and your report is anonymous.</p>
      <FormError error={form.error} />
    </Form>
  )
}

/** The submit button of the form. It can be outside the form element. */
export function SendGameReport({ form }: { form: ReportGameForm }) {
  return (
    <Submit of={form} look="primary" busy="Sending...">
      Send the report
    </Submit>
  )
}
