import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

test.each([
  [1, 1, [1]],
  [1, 5, [1, 2, 3, 4, 5]],
  [5, 5, [1, 2, 3, 4, 5]],
  [1, 6, [1, 2, 3, 4, 5, 6]],
  [1, 7, [1, 2, 3, 4, 5, null, 7]],
  [3, 7, [1, 2, 3, 4, 5, null, 7]],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
  [5, 7, [1, null, 3, 4, 5, 6, 7]],
  [50, 100, [1, null, 48, 49, 50, 51, 52, null, 100]],
  [100, 100, [1, null, 96, 97, 98, 99, 100]],
])('page %i of %i shows %j', (page, pages, numbers) => {
  expect(pageNumbers(page, pages)).toEqual(numbers)
})

test('property: first, last and current page are shown in order, and only gaps have an ellipsis', () => {
  const place = fc
    .integer({ min: 1, max: 500 })
    .chain((pages) => fc.tuple(fc.integer({ min: 1, max: pages }), fc.constant(pages)))
  fc.assert(
    fc.property(place, ([page, pages]) => {
      const shown = pageNumbers(page, pages)
      const numbers = shown.filter((number) => number !== null)
      expect(numbers).toEqual(expect.arrayContaining([1, page, pages]))
      expect(numbers.length).toBeLessThanOrEqual(7)
      shown.forEach((number, at) => {
        const before = shown[at - 1]
        if (number === null) expect((shown[at + 1] ?? 0) - (before ?? 0)).toBeGreaterThan(1)
        else if (before) expect(number).toBe(before + 1)
      })
    }),
  )
})
