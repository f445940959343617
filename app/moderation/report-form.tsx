import { Form, Submit, useForm } from '../forms/form.tsx'
import { Choice, FormError } from '../ui/field.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { REASON_LABELS, REPORT_REASONS, reportRules, WORDS_MAX } from './moderation-rules.ts'
import type { action } from './report.page.tsx'

/** The form that reports something, as its fields and its button need it. `action`: the path that it is sent to from elsewhere. */
export function useReportForm({ action: path, onDone }: { action?: string; onDone?: () => void } = {}) {
  return useForm<typeof action>(reportRules, { action: path, onDone })
}

type ReportForm = ReturnType<typeof useReportForm>

/** Why something is reported, and more about it in one's own words. `back`: where the page leads on afterwards. */
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
        label="In your words"
        hint="optional, unless the reason is “Something else”"
        rows={3}
        maxLength={WORDS_MAX}
      />
      <p className="quiet">An operator will review it. Nobody else will know that you reported it.</p>
      <FormError error={form.error} />
    </Form>
  )
}

/** The button of the form; it may stand outside of it. */
export function SendReport({ form }: { form: ReportForm }) {
  return (
    <Submit of={form} look="primary" busy="Sending...">
      Send the report
    </Submit>
  )
}
