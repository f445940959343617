import { expect, test } from 'vitest'
import { sentenceOf } from './failures.ts'

test.each([
  ['Slow down.', 'Slow down.'],
  ['<html>', ''],
  ['{}', ''],
  ['[{"a":1}]', ''],
  ['x'.repeat(200), ''],
  [{ message: 'no text' }, ''],
])('only a sentence is shown of what an answer brought: %j', (body, sentence) => {
  expect(sentenceOf(body)).toBe(sentence)
})
