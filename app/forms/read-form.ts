import { z } from 'zod/mini'

export type FieldErrors<Fields> = { [Name in keyof Fields]?: string }

/**
 * What a form brings, read by rules that name its fields; all others are dropped. Gives the values, or the first thing
 * that is wrong with each field.
 */
export function readForm<Fields extends Record<string, unknown>>(
  rules: z.ZodMiniType<Fields>,
  form: FormData,
): { values: Fields; errors: null } | { values: null; errors: FieldErrors<Fields> } {
  const parsed = z.safeParse(rules, Object.fromEntries(form))
  if (parsed.success) return { values: parsed.data, errors: null }
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message
  return { values: null, errors: errors as FieldErrors<Fields> }
}

/** A text field as it was typed, to show it again; empty where there is none. */
export function typed(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.slice(0, 500) : ''
}
