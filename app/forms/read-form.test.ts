import { z } from 'zod/mini'
import { expect, test } from 'vitest'
import { readForm, secret } from './read-form.ts'

const RULES = z.object({
  title: z.string('Please give it a title').check(z.trim(), z.minLength(3, 'A title has 3 letters or more')),
  note: z.optional(z.string()),
  pin: secret(z.optional(z.string().check(z.minLength(4, 'A pin has 4 digits')))),
})

function formWith(fields: Record<string, string | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('a form returns only the fields of its rules, as parsed', () => {
  const { values, errors } = readForm(RULES, formWith({ title: '  Moto ', role: 'operator' }))
  expect([values, errors]).toEqual([{ title: 'Moto' }, null])
})

test('each invalid field has one message', () => {
  const { values, errors } = readForm(RULES, formWith({ pin: '1' }))
  expect([values, errors]).toEqual([null, { title: 'Please give it a title', pin: 'A pin has 4 digits' }])
})

test('an error that concerns several fields belongs to the whole form', () => {
  const rules = z
    .object({ from: z.string(), to: z.string() })
    .check(z.refine(({ from, to }) => from < to, 'That ends before it begins'))
  expect(readForm(rules, formWith({ from: 'b', to: 'a' })).errors).toEqual({ form: 'That ends before it begins' })
})

test('a refusal returns the submitted values of known fields, except secrets', () => {
  const { refuse } = readForm(
    RULES,
    formWith({ title: ' x ', note: '', pin: '1234', role: 'operator', file: new Blob() }),
  )
  const { data, init } = refuse({ title: 'This title is taken', form: 'Please look again' }, 409)
  expect(data).toEqual({
    errors: { title: 'This title is taken', form: 'Please look again' },
    given: { title: ' x ', note: '' },
  })
  expect(init).toEqual({ status: 409 })
  expect(refuse({}).init).toEqual({ status: 400 })
})
