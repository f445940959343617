import naughty from 'big-list-of-naughty-strings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../testing/fixtures/any-text.ts'
import { processorMs } from '../../testing/fixtures/processor-time.ts'
import { plainLine, plainText } from './plain-text.ts'

test.each([
  ['Mara Voss', 'Mara Voss'],
  ['  Mara \t\n Voss  ', 'Mara Voss'],
  ['Mara\u0000\u0007\u001b[31m', 'Mara[31m'],
  ['\u202eevil\u202c \u2066name\u2069', 'evil name'],
  ['Cafe\u0301', 'Café'],
  ['Cafe\u200e\u0301 \u1a75\u0000\u0316', 'Café \u0316\u1a75'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
  ['می‌خواهم', 'می‌خواهم'],
  ['<b>bold</b> & co', '<b>bold</b> & co'],
  ['\u200b\u200d\ufeff \u00ad', ''],
  ['\ud83c', '\ufffd'],
  ['', ''],
])('%j is stored as %j', (text, stored) => {
  expect(plainLine(text)).toBe(stored)
})

test('any input becomes one clean line, and cleaning it again changes nothing', () => {
  const check = (text: string) => {
    const line = plainLine(text)
    expect(line).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]|^\s|\s$/u)
    expect(plainLine(line)).toBe(line)
  }
  naughty.forEach(check)
  fc.assert(fc.property(anyText(), check))
})

test.each([
  ['Mara\nVoss', 'Mara\nVoss'],
  ['  one\r\ntwo\rthree\u2028four  \n', 'one\ntwo\nthree\nfour'],
  ['one\n \n\n\t\n two', 'one\n\n two'],
  ['a  b\tc', 'a  b c'],
  ['\u0000a\u001b[31m\u202eb\u200b', 'a[31mb'],
  ['Cafe\u200e\u200b\u0301 \u1a75\u0000\u0316', 'Café \u0316\u1a75'],
  ['Cafe\u0301\n<b>bold</b>', 'Café\n<b>bold</b>'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
  ['\n\u200b\u200d \n', ''],
  ['', ''],
])('%j is stored as the lines %j', (text, stored) => {
  expect(plainText(text)).toBe(stored)
})

test('any input becomes clean lines, and cleaning them again changes nothing', () => {
  const check = (text: string) => {
    const lines = plainText(text)
    expect(lines).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]|^\s|\s$|\n{3}/u)
    expect(plainText(lines)).toBe(lines)
  }
  naughty.forEach(check)
  fc.assert(fc.property(anyText(), check))
})

test('a mark that becomes two counts as two', () => {
  const marked = `a${'\u0344'.repeat(30)}b`
  for (const text of [plainLine(marked), plainText(marked)]) expect(text).toBe(`ä${'\u0301\u0308'.repeat(15)}b`)
})

test('a long run of combining marks is cut quickly', () => {
  const marked = `a${'\u0301\u0316'.repeat(20_000)}b`
  const read = () =>
    expect([plainLine(marked), plainText(marked)].map((text) => Array.from(text).length)).toEqual([31, 31])
  expect(processorMs(read)).toBeLessThan(5000)
})
