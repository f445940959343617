import { z } from 'zod/mini'
import { expect, test } from 'vitest'
import { readForm } from '../forms/read-form.ts'
import {
  emailRule,
  passwordRule,
  randomUsername,
  resetRules,
  signInRules,
  signUpRules,
  usernameRule,
} from './account-rules.ts'
import { deletionRules, passwordChangeRules } from './profile/profile-rules.ts'

/** Returns the value that a rule parses, or its first error message. */
function read(rule: z.ZodMiniType, text: unknown): unknown {
  const parsed = z.safeParse(rule, text)
  return parsed.success ? { value: parsed.data } : parsed.error.issues[0]?.message
}

test('a username has 3 to 30 letters, digits, _ . or -', () => {
  expect(read(usernameRule, 'ab')).toBe('Username must be at least 3 characters')
  expect(read(usernameRule, '')).toBe('Username must be at least 3 characters')
  expect(read(usernameRule, 'abc')).toEqual({ value: 'abc' })
  expect(read(usernameRule, 'a'.repeat(30))).toEqual({ value: 'a'.repeat(30) })
  expect(read(usernameRule, 'a'.repeat(31))).toBe('Username must be at most 30 characters')
  expect(read(usernameRule, '  Mara_V.-9 ')).toEqual({ value: 'Mara_V.-9' })
  for (const wrong of ['ma ra', 'mara!', 'mära', 'mara\u202e', 'ma\u200bra', '<b>mara', 'мара'])
    expect(read(usernameRule, wrong)).toBe('Username may only contain letters, digits, _ . and -')
})

test('an email address is valid and becomes lower case', () => {
  expect(read(emailRule, ' Mara@Mail.Example ')).toEqual({ value: 'mara@mail.example' })
  const longest = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(57)}.example`
  expect(longest).toHaveLength(252)
  expect(read(emailRule, `aa${longest}`)).toEqual({ value: `aa${longest}` })
  expect(read(emailRule, `aaa${longest}`)).toBe('Please enter a valid email address')
  for (const wrong of [
    '', 'mara', 'mara@', '@mail.example', 'mara@mail', 'ma ra@mail.example', 'a@b.example\r\nBcc: c@d.example',
    'mara@mail.example\u0000', `${'a'.repeat(250)}@b.example`, undefined, ['a@b.example'],
  ]) expect(read(emailRule, wrong)).toBe('Please enter a valid email address') // prettier-ignore
})

test('a password has 6 to 128 characters as users perceive them', () => {
  expect(read(passwordRule, '12345')).toBe('Password must be at least 6 characters')
  expect(read(passwordRule, '123456')).toEqual({ value: '123456' })
  expect(read(passwordRule, '🎮'.repeat(5))).toBe('Password must be at least 6 characters')
  expect(read(passwordRule, '🎮'.repeat(6))).toEqual({ value: '🎮'.repeat(6) })
  expect(read(passwordRule, 'x'.repeat(128))).toEqual({ value: 'x'.repeat(128) })
  expect(read(passwordRule, 'x'.repeat(129))).toBe('Password must be at most 128 characters')
  expect(read(passwordRule, '      ')).toEqual({ value: '      ' })
})

test('equivalent Unicode spellings are the same password', () => {
  expect(read(passwordRule, 'passwe\u0301')).toEqual({ value: 'passw\u00e9' })
})

test('each field of a form shows its first error', () => {
  const form = new FormData()
  form.set('username', 'x')
  form.set('password', '123')
  expect(readForm(signUpRules, form).errors).toEqual({
    username: 'Username must be at least 3 characters',
    email: 'Please enter a valid email address',
    password: 'Password must be at least 6 characters',
    terms: 'You must agree to the terms and conditions',
  })
})

test('only a ticked box accepts the terms', () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ username: 'mara', email: 'm@mail.example', password: 'longenough' }))
    form.set(name, value)
  expect(readForm(signUpRules, form).errors).toEqual({ terms: 'You must agree to the terms and conditions' })
  form.set('terms', 'false')
  expect(readForm(signUpRules, form).errors).toEqual({ terms: 'You must agree to the terms and conditions' })
  form.set('terms', 'on')
  expect(readForm(signUpRules, form).errors).toBeNull()
})

test('unknown fields are dropped, and a file is not accepted as text', () => {
  const form = new FormData()
  form.set('email', 'm@mail.example')
  form.set('password', 'longenough')
  form.set('role', 'operator')
  expect(readForm(signInRules, form).values).toEqual({ email: 'm@mail.example', password: 'longenough' })
  form.set('email', new File(['x'], 'x'))
  expect(readForm(signInRules, form).errors).toEqual({ email: 'Please enter a valid email address' })
})

test('a random username is user_ and 8 characters, different each time', () => {
  const names = new Set(Array.from({ length: 200 }, randomUsername))
  expect(names.size).toBe(200)
  for (const name of names) expect(name).toMatch(/^user_[a-z0-9]{8}$/)
})

test.each(
  Object.entries<z.ZodMiniObject>({ signInRules, signUpRules, resetRules, passwordChangeRules, deletionRules }),
)('the response never repeats a password: %s', (_, rules) => {
  const form = new FormData()
  for (const name of ['current', 'password']) form.set(name, 'correct horse')
  form.set('username', 'mara')
  expect(JSON.stringify(readForm(rules, form).refuse({}))).not.toContain('correct horse')
})
