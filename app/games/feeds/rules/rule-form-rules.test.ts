import { expect, test } from 'vitest'
import { readForm } from '../../../forms/read-form.ts'
import { describeConditions, describeEffect, feedRuleForm, ruleFormOf, ruleOf } from './rule-form-rules.ts'

function read(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ name: 'Slots', ...fields })) form.set(name, value)
  return readForm(feedRuleForm, form)
}

test('a form becomes a rule, and the rule becomes the same form', () => {
  const { values, errors } = read({
    words: 'casino,  Slot Machine\nCASINO,',
    categories: 'Card',
    hosts: 'Games.Example, bücher.example',
    smallerThan: '320',
    noPicture: 'on',
    phones: 'no',
    status: 'pending',
    category: 'Card',
    ageRating: '18',
  })
  expect(errors).toBeNull()
  const rule = ruleOf(values!)
  expect(rule).toEqual({
    name: 'Slots',
    when: {
      words: ['CASINO', 'Slot Machine'],
      categories: ['Card'],
      hosts: ['games.example', 'xn--bcher-kva.example'],
      smallerThan: 320,
      hasNoPicture: true,
      phones: false,
    },
    set: { status: 'pending', category: 'Card', ageRating: '18' },
  })
  expect(ruleOf(ruleFormOf(rule))).toEqual(rule)
  expect(describeConditions(rule)).toBe(
    'Words: CASINO, Slot Machine · Categories: Card · Hosts: games.example, xn--bcher-kva.example · ' +
      'Smaller than 320 px · No picture · Does not work on phones',
  )
  expect(describeEffect(rule.set)).toBe('Hold for review · Category: Card · Rated: 18 and up')
})

test.each([
  ['a rule without a condition', { status: 'hidden' }, 'words', /at least one condition/],
  ['a rule without an effect', { words: 'casino' }, 'status', /what the rule does/],
  ['a rule without a name', { name: ' ', words: 'a', status: 'hidden' }, 'name', /Enter a name/],
  ['a value without letters', { words: 'casino, ?!', status: 'hidden' }, 'words', /“\?!” contains no letter/],
  ['a long value', { tags: 'a'.repeat(61), status: 'hidden' }, 'tags', /longer than 60/],
  ['too many values', { tags: Array.from({ length: 51 }, (_, at) => `t${at}`).join(), status: 'hidden' }, 'tags', /50/],
  ['an endless text', { words: 'a,'.repeat(100_000), status: 'hidden' }, 'words', /at most 50 values/],
  ['a host that is none', { hosts: '*.example', status: 'hidden' }, 'hosts', /“\*\.example” is not a host/],
  ['a size in letters', { smallerThan: 'big', status: 'hidden' }, 'smallerThan', /whole number/],
  ['a size that is too large', { smallerThan: '5000', status: 'hidden' }, 'smallerThan', /4096/],
  ['an unknown status', { words: 'a', status: 'deleted' }, 'status', /from the list/],
] as [string, Record<string, string>, string, RegExp][])('%s is refused', (_what, fields, field, message) => {
  expect(read(fields).errors).toMatchObject({ [field]: expect.stringMatching(message) })
})

test('fifty values of sixty characters are accepted', () => {
  const words = Array.from({ length: 50 }, (_, at) => String(at).padStart(60, 'a')).join(', ')
  expect(read({ words, status: 'hidden' }).errors).toBeNull()
})
