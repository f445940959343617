import type { z } from 'zod/mini'
import type { ActOutcome } from './audit-log.server.ts'
import { readForm } from '../../forms/read-form.ts'
import { formatMoment } from '../../lib/dates.ts'
import { formDone } from '../../server/http/responses.server.ts'

export type Submission = {
  request: Request
  form: FormData
  /** The path of the page that shows the result to a browser without JavaScript. */
  redirectTo: string
}

/**
 * Parses an operators' form by `rules`, calls `run` with its values and reports `done`, or the message that `run`
 * returns; `isFault` marks bad news. Responds with 400 for an invalid field, with 409 if `run` finds that the action is
 * no longer possible, and with 403 if nobody may do it. The form shows the reason.
 */
export async function runOperatorForm<Shape extends z.core.$ZodShape>(
  { request, form, redirectTo }: Submission,
  {
    rules,
    done,
    run,
  }: {
    rules: z.ZodMiniObject<Shape>
    done: string
    run: (
      values: z.output<z.ZodMiniObject<Shape>>,
    ) => Promise<ActOutcome | { outcome: 'done'; message: string; isFault?: boolean }>
  },
) {
  const { values, errors, refuse } = readForm(rules, form)
  if (errors) return refuse(errors)
  // TypeScript does not narrow values of a generic type.
  const result = await run(values as NonNullable<typeof values>)
  if (result.outcome === 'done') {
    return 'message' in result
      ? formDone(request, redirectTo, result.message, { isFault: result.isFault ?? false })
      : formDone(request, redirectTo, done)
  }
  return refuse({ form: messageOf(result) }, result.outcome === 'forbidden' ? 403 : 409)
}

function messageOf(result: Exclude<ActOutcome, { outcome: 'done' }>): string {
  switch (result.outcome) {
    case 'decided':
      return `${result.who} has changed this: ${result.act}, ${formatMoment(result.at)}. Reload to continue`
    case 'changed':
      return 'This has changed since you loaded the page. Reload to continue'
    case 'forbidden':
      return result.why
    default:
      return 'This no longer exists, or this action no longer applies. Reload to continue'
  }
}
