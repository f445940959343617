import type { z } from 'zod/mini'
import type { ActOutcome } from '../../accounts/operators/audit-log.server.ts'
import { runOperatorForm, type Submission } from '../../accounts/operators/run-operator-form.server.ts'
import { readForm } from '../../forms/read-form.ts'
import { redirectWithFlash } from '../../server/http/flash.server.ts'
import type { FieldFault } from './categories/save-categories.server.ts'

/**
 * Like `runOperatorForm`, for a `run` that may also reject one of the form's fields. With `leadsTo`, an accepted form
 * redirects to that page, because the form's own page no longer exists.
 */
export async function runArrangeForm<Shape extends z.core.$ZodShape>(
  submission: Submission,
  {
    rules,
    done,
    run,
    leadsTo,
  }: {
    rules: z.ZodMiniObject<Shape>
    done: string
    run: (values: z.output<z.ZodMiniObject<Shape>>) => Promise<ActOutcome | FieldFault<keyof Shape & string>>
    leadsTo?: (values: z.output<z.ZodMiniObject<Shape>>) => string | null
  },
) {
  const { values, errors, refuse } = readForm(rules, submission.form)
  if (errors) return refuse(errors)
  const result = await run(values as NonNullable<typeof values>)
  if (result.outcome === 'invalid') return refuse({ [result.field]: result.why } as Parameters<typeof refuse>[0], 409)
  const next = result.outcome === 'done' && leadsTo?.(values as NonNullable<typeof values>)
  if (next) return redirectWithFlash(next, done)
  return runOperatorForm(submission, { rules, done, run: () => Promise.resolve(result) })
}
