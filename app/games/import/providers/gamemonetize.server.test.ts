import { expect, test } from 'vitest'
import { gamemonetize } from './gamemonetize.server.ts'

const HASH = 'k3y5'.repeat(8)

function entry(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: '17', title: 'Tower Race', description: 'Race up.', instructions: 'Drag amp drop', category: 'Racing', tags: 'Car, Tower',
    url: `https://html5.gamemonetize.com/${HASH}/`, thumb: `https://img.gamemonetize.com/${HASH}/512x384.jpg`, width: '800', height: '600', ...over,
  } // prettier-ignore
}

test('an entry is identified by its hash, not by its id', () => {
  expect(gamemonetize.readEntry(entry())?.key).toBe(HASH)
  const twin = entry({ id: '99', url: `https://uncached.gamemonetize.co/${HASH.toUpperCase()}/?x=1` })
  expect(gamemonetize.readEntry(twin)?.key).toBe(HASH)
  expect(gamemonetize.readEntry(entry({ url: `<iframe src="https://html5.gamemonetize.com/${HASH}/">` }))?.key).toBe(
    HASH,
  )
  expect(gamemonetize.readEntry(entry({ url: '' }))?.key).toBe(HASH)
  expect(gamemonetize.readEntry(entry({ url: 'https://html5.gamemonetize.com/short/', thumb: '' }))?.key).toBe('')
})

test('entities that the feed garbled are repaired', () => {
  expect(gamemonetize.readEntry(entry())?.instructions).toBe('Drag & drop')
})

test('unknown genres are translated or left to the tags', () => {
  expect(gamemonetize.readEntry(entry({ category: 'Puzzles' }))).toMatchObject({
    rawCategory: 'Puzzles',
    categories: ['Puzzle'],
  })
  expect(gamemonetize.readEntry(entry({ category: '.IO' }))?.categories).toEqual(['Multiplayer'])
  expect(gamemonetize.readEntry(entry({ category: 'Girls' }))?.categories).toEqual(['Girls'])
})

test.each([null, 'text', 3, [], {}, { id: '17' }, { Title: 'x', Md5: 'y' }])(
  '%j is not a GameMonetize entry',
  (value) => {
    expect(gamemonetize.readEntry(value)).toBe(null)
  },
)

test('an entry without a URL or picture is still recognized', () => {
  expect(gamemonetize.readEntry({ title: 'Tower' })).toMatchObject({ title: 'Tower', address: '', key: '' })
  expect(gamemonetize.readEntry({ title: 'Tower', url: entry().url })).toMatchObject({ key: HASH, image: '' })
})

test('missing fields and fields of the wrong type are empty', () => {
  const odd = gamemonetize.readEntry(
    entry({ title: null, description: {}, instructions: undefined, tags: null, category: 7 }),
  )
  expect(odd).toMatchObject({ title: '', description: '', instructions: '', tags: [''], rawCategory: '7' })
})

test('pages are read until one is short or empty', () => {
  const page = new URL('https://gamemonetize.com/feed.php?format=0&num=100&page=1')
  expect(gamemonetize.nextPage?.(page, 100)?.href).toBe('https://gamemonetize.com/feed.php?format=0&num=100&page=2')
  expect(gamemonetize.nextPage?.(page, 99)).toBe(null)
  expect(gamemonetize.nextPage?.(page, 0)).toBe(null)
  expect(gamemonetize.nextPage?.(new URL('https://gamemonetize.com/feed.php?format=0&num=100'), 100)).toBe(null)
})
