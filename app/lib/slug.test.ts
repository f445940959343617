import naughty from 'big-list-of-naughty-strings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../testing/fixtures/any-text.ts'
import { slugify } from './slug.ts'

test.each([
  ['Moto Rush 3D', 'moto-rush-3d'],
  ['  Cats & Dogs!  ', 'cats-dogs'],
  ["Don't Stop", 'dont-stop'],
  ['Ann’s Room', 'anns-room'],
  ['Crème Brûlée', 'creme-brulee'],
  ['Straße Æon Łódź', 'strasse-aeon-lodz'],
  ['ＦＵＬＬ width', 'full-width'],
  ['Игра Ёжик', 'igra-ezhik'],
  ['Чайка', 'chayka'],
  ['Їжак', 'yizhak'],
  ['Ωμέγα', 'omega'],
  ['2048', '2048'],
  ['塔防', ''],
  ['!!!', ''],
  ['', ''],
])('%j becomes %j', (title, slug) => {
  expect(slugify(title)).toBe(slug)
})

test('a slug has at most 80 characters and never ends with a hyphen', () => {
  expect(slugify('a'.repeat(81))).toBe('a'.repeat(80))
  expect(slugify(`${'a'.repeat(79)} b`)).toBe('a'.repeat(79))
})

test('property: a slug has only Latin letters, digits and single hyphens, and slugifying it again changes nothing', () => {
  const title = fc.oneof(fc.constantFrom(...naughty), anyText({ maxLength: 200 }))
  fc.assert(
    fc.property(title, (text) => {
      const slug = slugify(text)
      expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
      expect(slug.length).toBeLessThanOrEqual(80)
      expect(slugify(slug)).toBe(slug)
    }),
  )
})
