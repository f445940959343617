import { expect, test } from 'vitest'
import { messageOf } from './failures.ts'

test.each([
  ['Slow down.', 'Slow down.'],
  ['<html>', ''],
  ['{}', ''],
  ['[{"a":1}]', ''],
  ['x'.repeat(200), ''],
  [{ message: 'no text' }, ''],
])('only a plain sentence of a response is shown: %j', (body, sentence) => {
  expect(messageOf(body)).toBe(sentence)
})
