import naughty from 'big-list-of-naughty-strings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainLine } from './plain-text.ts'

test.each([
  ['Mara Voss', 'Mara Voss'],
  ['  Mara \t\n Voss  ', 'Mara Voss'],
  ['Mara\u0000\u0007\u001b[31m', 'Mara[31m'],
  ['\u202eevil\u202c \u2066name\u2069', 'evil name'],
  ['Cafe\u0301', 'Café'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
  ['می‌خواهم', 'می‌خواهم'],
  ['<b>bold</b> & co', '<b>bold</b> & co'],
  ['\u200b\u200d\ufeff \u00ad', ''],
  ['\ud83c', '\ufffd'],
  ['', ''],
])('%j is stored as %j', (text, stored) => {
  expect(plainLine(text)).toBe(stored)
})

test('whatever comes in, one clean line comes out, and stays as it is', () => {
  const check = (text: string) => {
    const line = plainLine(text)
    expect(line).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]|^\s|\s$/u)
    expect(plainLine(line)).toBe(line)
  }
  naughty.forEach(check)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), check))
})
