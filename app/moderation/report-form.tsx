import { Form, Submit, useForm } from '../forms/form.tsx'
import { Choice, FormError } from '../ui/fields/field.tsx'
import { TextArea } from '../ui/fields/text-area.tsx'
import { REASON_LABELS, REPORT_REASONS, reportRules, WORDS_MAX } from './moderation-rules.ts'

/**
 * Returns the state of the report form, for its fields and its button. `action` is the path of the form on other pages.
 */
export function useReportForm({ action: path, onDone }: { action?: string; onDone?: () => void } = {}) {
  return useForm(reportRules, { action: path, onDone })
}

type ReportForm = ReturnType<typeof useReportForm>

/** The fields for the reason and an explanation. `back` is the path to return to afterwards. */
export function ReportFields({ form, back }: { form: ReportForm; back?: string }) {
  return (
    <Form of={form}>
      {back && <input type="hidden" name="back" defaultValue={form.field('back', back).defaultValue} />}
      <Choice
        {...form.field('reason')}
        label="What is wrong with it?"
        options={REPORT_REASONS.map((value) => ({ value, label: REASON_LABELS[value] }))}
      />
      <TextArea
        {...form.field('words')}
        label="In your own words"
        hint="optional, unless the reason is “Something else”"
        rows={3}
        maxLength={WORDS_MAX}
      />
      <p className="quiet">An operator will review it. Nobody else will know that you reported it.</p>
      <FormError error={form.error} />
    </Form>
  )
}

/** The submit button of the form. It can be outside the form element. */
export function SendReport({ form }: { form: ReportForm }) {
  return (
    <Submit of={form} look="primary" busy="Sending...">
      Send the report
    </Submit>
  )
}
