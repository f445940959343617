import { expect, test } from 'vitest'
import { readForm } from '../forms/read-form.ts'
import { decisionRules, endOfSuspension, removalRules, suspensionRules } from './moderation-rules.ts'

function formWith(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('the last seen decision is read as a valid id or as 0', () => {
  for (const [seen, read] of [['12', 12], ['', 0], ['-1', 0], ['1.5', 0], ['x', 0], ['9999999999', 2_147_483_647]] as const)
    expect(readForm(decisionRules, formWith({ seen })).values).toEqual({ seen: read }) // prettier-ignore
})

test('a removal requires a reason', () => {
  for (const why of ['', '   ', '\u200b'])
    expect(readForm(removalRules, formWith({ why })).errors).toEqual({
      why: 'Please give a reason. The player will see it',
    })
  expect(readForm(removalRules, formWith({ why: ' Spam ' })).values).toEqual({ seen: 0, why: 'Spam' })
})

test('a suspension lasts a number of days or until a day in the future', () => {
  const read = (fields: Record<string, string>) => readForm(suspensionRules, formWith({ why: 'Threats', ...fields }))
  expect(read({ length: '7' }).errors).toBeNull()
  expect(read({ length: 'day', until: inDays(2) }).errors).toBeNull()
  expect(read({ length: '2' }).errors).toEqual({ length: 'Please choose a duration' })
  const wrong = { until: 'Please choose a day after today, at most 10 years ahead' }
  for (const until of ['', inDays(0), inDays(-1), inDays(4000), '2026-13-45', 'tomorrow', '+275760-09-13'])
    expect(read({ length: 'day', until }).errors, until).toEqual(wrong)
})

test('days are counted from now, and a given day begins at midnight UTC', () => {
  const now = new Date('2026-11-22T06:00:00Z')
  expect(endOfSuspension({ length: '30', until: '' }, now)).toEqual(new Date('2026-12-22T06:00:00Z'))
  expect(endOfSuspension({ length: 'day', until: '2026-12-01' }, now)).toEqual(new Date('2026-12-01T00:00:00Z'))
})
