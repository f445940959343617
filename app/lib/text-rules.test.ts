import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { lineRule } from './text-rules.ts'

const LONG = 'Title must be at most 5 characters'

/** Returns the rule's value for a text, or all its error messages. */
function read(text: unknown): unknown {
  const { data, error } = z.safeParse(lineRule('Title', 5), text)
  return error ? error.issues.map(({ message }) => message) : data
}

test.each([
  ['', ''],
  [' a\u202e \n b ', 'a b'],
  ['🎮'.repeat(5), '🎮'.repeat(5)],
  [`${' '.repeat(90)}abc`, 'abc'],
  ['🎮'.repeat(6), [LONG]],
  ['a'.repeat(105), [LONG]],
  [undefined, ['Title must be text']],
])('a line of at most five characters is checked: %j', (text, outcome) => {
  expect(read(text)).toEqual(outcome)
})

test('a text that cannot fit is refused before it is normalized', () => {
  expect(read('\u0345\u0300'.repeat(50_000))).toEqual([LONG])
})
