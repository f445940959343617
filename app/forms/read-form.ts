import { data } from 'react-router'
import { z } from 'zod/mini'

/** A message for each invalid field. `form` is the message for the whole form. */
export type FormErrors<Name extends string = string> = { [Field in Name | 'form']?: string }

/**
 * The response to a form that an action refuses. `given` contains the submitted values except secrets, so that the form
 * can show them again, and the form's `intent`.
 */
export type Refusal<Name extends string = string> = {
  errors: FormErrors<Name>
  given: Record<string, string>
  /**
   * Never set. Without this property, TypeScript merges the refusals of an action with several forms into the one with
   * the fewest fields.
   */
  names?: Name[]
}

/**
 * Reads a form by rules that name its fields, and ignores all other fields. Returns the values or the first error of
 * each field, and `refuse`, which responds with errors and the submitted values. Actions use it, and so does the
 * browser before it sends a form.
 */
export function readForm<Shape extends z.core.$ZodShape>(rules: z.ZodMiniObject<Shape>, form: FormData) {
  const parsed = z.safeParse(rules, Object.fromEntries(form))
  const refuse = (errors: FormErrors<keyof Shape & string>, status = 400) =>
    data<Refusal<keyof Shape & string>>({ errors, given: givenIn(form, rules) }, status)
  if (parsed.success) return { values: parsed.data, errors: null, refuse }
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) errors[String(path[0] ?? 'form')] ??= message
  return { values: null, errors: errors as FormErrors<keyof Shape & string>, refuse }
}

/** Refuses a form without fields, like the `refuse` of `readForm`. */
export function refuseForm(sentence: string, status = 400) {
  return data<Refusal<never>>({ errors: { form: sentence }, given: {} }, status)
}

/** Refuses a form whose `intent` the action does not know, from an outdated page or a handmade request. */
export function refuseIntent() {
  return refuseForm('This form is out of date. Reload the page and send it again')
}

const secrets = new WeakSet<object>()

/**
 * Marks the rule of a field whose value must never be sent back, such as a password. It must be the outermost wrapper.
 */
export function secret<Rule extends z.core.$ZodType>(rule: Rule): Rule {
  secrets.add(rule)
  return rule
}

/** Returns the text of a form field, or '' if there is none. */
export function fieldText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

function givenIn(form: FormData, { shape }: z.ZodMiniObject): Record<string, string> {
  const names = [...Object.keys(shape), 'intent'].filter(
    (name) => form.has(name) && !secrets.has(shape[name] as object),
  )
  return Object.fromEntries(names.map((name) => [name, fieldText(form, name)]))
}
