import type { z } from 'zod/mini'
import type { ActOutcome } from '../accounts/operator-acts.server.ts'
import { readForm } from '../forms/read-form.ts'
import { formatMoment } from '../lib/dates.ts'
import { answerDone } from '../server/answers.server.ts'

type Sent = {
  request: Request
  form: FormData
  /** The path of the page that shows the result. */
  next: string
}

/**
 * Answers a form of an operators' page: reads it by `rules`, calls `act` with its values, and shows `done`. A field that breaks a
 * rule gives 400. If `act` finds that it is no longer possible, the form says why: 409, or 403 where nobody may do it.
 */
export async function answerAct<Shape extends z.core.$ZodShape>(
  { request, form, next }: Sent,
  rules: z.ZodMiniObject<Shape>,
  done: string,
  act: (values: z.output<z.ZodMiniObject<Shape>>) => Promise<ActOutcome>,
) {
  const { values, errors, refuse } = readForm(rules, form)
  if (errors) return refuse(errors)
  // TypeScript does not narrow values of a generic type.
  const result = await act(values as NonNullable<typeof values>)
  if (result.outcome === 'done') return answerDone(request, next, done)
  return refuse({ form: sentenceOf(result) }, result.outcome === 'forbidden' ? 403 : 409)
}

function sentenceOf(result: Exclude<ActOutcome, { outcome: 'done' }>): string {
  switch (result.outcome) {
    case 'decided':
      return `${result.who} was faster: ${result.act}, ${formatMoment(result.at)}. Load the page again to go on`
    case 'changed':
      return 'It was changed since you looked. Load the page again to go on'
    case 'forbidden':
      return result.why
    default:
      return 'It is not there any more, or not in a state for this. Load the page again'
  }
}
