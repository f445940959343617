import { expect, test } from 'vitest'
import { processorMs } from '../../../../testing/fixtures/processor-time.ts'
import { flatten } from '../formats/flat-entry.ts'
import { guessMapping, guessOptions } from './guess-mapping.ts'

const samples = (...entries: unknown[]) => entries.map((entry) => flatten(entry))

const PICTURE = 'https://img.example/tower/512x384.jpg'

test('finds every field by its usual name', () => {
  const entry = (name: string) => ({
    id: name,
    title: `Game ${name}`,
    description: 'Race up.',
    instructions: 'W - up',
    category: 'Racing',
    tags: 'Car, Tower',
    url: `https://games.example/${name}/`,
    thumb: PICTURE,
    icon: 'https://img.example/tower/64x64.png',
    width: '800',
    height: 600,
    mobile: true,
  })
  expect(guessMapping(samples(entry('a'), entry('b')))).toEqual({
    url: 'url',
    title: 'title',
    picture: 'thumb',
    smallPicture: 'icon',
    id: 'id',
    width: 'width',
    height: 'height',
    category: 'category',
    tags: 'tags',
    description: 'description',
    instructions: 'instructions',
    phones: 'mobile',
  })
})

test.each([
  [
    'a game before a page',
    { gameURL: 'https://games.example/export/1', pageUrl: 'https://games.example/1', url: 'https://a.example/' },
    'gameURL',
  ],
  [
    'a frame before a page',
    { url: 'https://games.example/1', embed: '<iframe src="https://games.example/embed/1">' },
    'embed',
  ],
  [
    'a frame in a text',
    { link: 'https://games.example/1', content: '&lt;iframe src="https://games.example/embed/1"&gt;' },
    'content',
  ],
  [
    'a game before a frame',
    { gameURL: 'https://games.example/1', embed: '<iframe src="https://games.example/1">' },
    'gameURL',
  ],
  ['no script', { url: 'https://games.example/1', embed: '<script src="https://games.example/1.js"></script>' }, 'url'],
  ['no picture', { link: 'https://games.example/1', url: 'https://games.example/1.jpg' }, 'link'],
  [
    'an address without a known name',
    { 'column 4': 'https://games.example/1', 'column 5': 'https://games.example/1.png' },
    'column 4',
  ],
  [
    'the address of an entry of Atom',
    { 'link@href': 'https://games.example/1', 'link.self@href': 'https://games.example/1.xml' },
    'link@href',
  ],
])('the address is that of %s', (_, entry, path) => {
  expect(guessMapping(samples(entry)).url).toBe(path)
})

test('an address that is the same in all entries is not the game’s', () => {
  const entry = (at: number) => ({ url: 'https://portal.example/', link: `https://games.example/${at}` })
  expect(guessMapping(samples(entry(1), entry(2), entry(3))).url).toBe('link')
  const id = (at: number) => ({ id: '7', slug: `game-${at}` })
  expect(guessMapping(samples(id(1), id(2), id(3))).id).toBe('slug')
})

test('the picture is the largest one of the likely ones', () => {
  const pictures = {
    image: 'https://img.example/a/icon.png?w=105',
    banner_image: 'https://img.example/a/cover.png?w=320',
    logo: 'https://img.example/a/logo-2000x2000.png',
  }
  expect(guessMapping(samples(pictures))).toMatchObject({ picture: 'banner_image', smallPicture: 'image' })
  const numbered = { thumb1: 'https://img.example/a-120x120.png', thumb3: 'https://img.example/a-300x200.png' }
  expect(guessMapping(samples(numbered))).toMatchObject({ picture: 'thumb3', smallPicture: 'thumb1' })
  const nested = { image: { large: 'https://img.example/a.png', alt: 'A picture' } }
  expect(guessMapping(samples(nested)).picture).toBe('image.large')
  const media = { 'media:thumbnail@url': 'https://img.example/a', link: 'https://games.example/1' }
  expect(guessMapping(samples(media)).picture).toBe('media:thumbnail@url')
})

test('parts of an entry are not taken for the game', () => {
  const entry = {
    'author.name': 'Ann',
    'media:content@width': '320',
    'related.title': 'Lamps',
    'related.id': '7',
    headline: 'Tower',
  }
  expect(guessMapping(samples(entry))).toEqual({ title: 'headline' })
})

test('a field is chosen by its values too', () => {
  expect(guessMapping(samples({ width: '100%', height: '0', name: 'https://a.example/', type: 'Racing' }))).toEqual({
    url: 'name',
    category: 'type',
  })
})

test('nothing is guessed from nothing', () => {
  expect(guessMapping([])).toEqual({})
  expect(guessMapping(samples({}, null, { title: '', url: null }))).toEqual({})
  expect(guessMapping(samples({ __proto__: 'a', constructor: 'b', toString: 'c' }))).toEqual({})
})

test('proposes what may carry somebody else’s id', () => {
  const entries = samples(
    { url: 'https://games.example/a/A-THEIRS?sid=AB12&v=1', embed: '<iframe src="https://games.example/a?clid=p_1"/>' },
    { url: 'https://games.example/b/A-THEIRS?sid=AB12&v=2', embed: '<iframe src="https://games.example/b?clid=p_1"/>' },
  )
  expect(guessOptions(entries, 'url')).toEqual([
    { name: 'sid', label: 'sid' },
    { name: 'path1', label: 'Part 2 of the path', segment: 1 },
  ])
  expect(guessOptions(entries, 'embed')).toEqual([{ name: 'clid', label: 'clid' }])
  expect(guessOptions(entries.slice(1), 'url')).toEqual([])
  expect(guessOptions(entries, 'nothing')).toEqual([])
})

test('folders and files of a path are no ids', () => {
  const entries = samples(
    { url: 'https://games.example/a/embed/index.html' },
    { url: 'https://games.example/b/embed/index.html' },
  )
  expect(guessOptions(entries, 'url')).toEqual([])
})

test('fields with long numbers for names are guessed quickly', () => {
  const fields = Array.from({ length: 300 }, (_, at) => [`${'1'.repeat(190)}a${at}`, 'x'])
  const entries = samples(Object.fromEntries(fields))
  const guess = () => Array.from({ length: 6 }, () => guessMapping(entries))
  expect(processorMs(guess)).toBeLessThan(2000)
})
