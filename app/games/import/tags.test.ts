import { expect, test } from 'vitest'
import { processorMs } from '../../../testing/fixtures/processor-time.ts'
import { cleanTags } from './tags.ts'

test('duplicate tags are dropped ignoring case, and the first spelling is used', () => {
  expect(cleanTags(['Car', ' car', 'Dress Up', 'CAR', '#2D', '', '.io'])).toEqual(['Car', 'Dress Up', '2D', '.io'])
})

test('advertising tags are dropped', () => {
  const spam = [
    'free games for your website',
    'html5 games for your site',
    'HTML5 Games',
    'unity games',
    'Mentolatux',
    'kiz10',
  ]
  expect(
    cleanTags([...spam, 'best games', 'game', 'kiz.com', 'http://x', '2026 games', 'HTML5', '3D Games', 'Board']),
  ).toEqual(['HTML5', '3D Games', 'Board'])
})

test('at most 20 tags of at most 40 characters are used', () => {
  expect(
    cleanTags(['x'.repeat(41), 'x'.repeat(40), '—', ...Array.from({ length: 30 }, (_, index) => `tag ${index}`)]),
  ).toHaveLength(20)
})

test('a tag of separators is cleaned quickly', () => {
  const hostile = `a${',; '.repeat(40_000)}b`
  expect(processorMs(() => cleanTags([hostile]))).toBeLessThan(2000)
})
