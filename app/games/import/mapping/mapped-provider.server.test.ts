import { expect, test } from 'vitest'
import { flatten } from '../formats/flat-entry.ts'
import type { OptionValues } from '../address-options.ts'
import { readGame } from '../read-game.ts'
import { processorMs } from '../../../../testing/fixtures/processor-time.ts'
import { type MappedFeed, mappedProvider } from './mapped-provider.server.ts'

const feed: MappedFeed = {
  name: 'towers',
  mapping: {
    url: 'play',
    title: 'name',
    picture: 'image.large',
    smallPicture: 'image.small',
    id: 'no',
    width: 'w',
    height: 'h',
    category: 'genre',
    tags: 'tags',
    description: 'about',
    instructions: 'how',
    phones: 'devices',
  },
  gameHosts: ['games.example'],
  pictureHosts: ['img.example'],
  options: [{ name: 'sid', label: 'Site id' }],
}

const tower = {
  no: 'T1',
  name: 'Tower &amp; Race',
  play: 'https://games.example/tower?sid=THEIRS',
  about: '<p>Race up.</p>',
  how: 'W - up',
  genre: 'Match 3 Games',
  tags: ['car', '3D'],
  image: { large: 'https://img.example/l.png', small: 'https://img.example/s.png' },
  w: '800px',
  h: 600,
  devices: ['Desktop', 'Android'],
}

function read(entry: unknown, over: Partial<MappedFeed> = {}, values: OptionValues = {}) {
  const provider = mappedProvider({ ...feed, ...over })
  const mapped = provider.readEntry(flatten(entry))
  return mapped && readGame(mapped, provider, false, values)
}

function game(entry: unknown, over: Partial<MappedFeed> = {}, values: OptionValues = {}) {
  const result = read(entry, over, values)
  if (!result || 'reason' in result) throw new Error(result?.reason ?? 'foreign')
  return result.game
}

test('an entry becomes a game as the mapping says', () => {
  expect(game(tower)).toEqual({
    provider_game_id: 'T1',
    wanted_slug: 'tower-race',
    title: 'Tower & Race',
    categories: ['Puzzle', 'Car'],
    raw_category: 'Match 3 Games',
    tags: ['car', '3D'],
    description: 'Race up.',
    how_to_play: 'W - up',
    published_by: null,
    url: 'https://games.example/tower',
    image_url: 'https://img.example/l.png',
    image_small_url: 'https://img.example/s.png',
    width: 800,
    height: 600,
    plays_on_phones: true,
  })
})

test('only mapped fields are read', () => {
  const few = { mapping: { url: 'play', title: 'name' } }
  expect(game(tower, few)).toMatchObject({
    categories: ['Casual'],
    raw_category: null,
    tags: [],
    description: '',
    how_to_play: '',
    image_url: null,
    width: null,
    plays_on_phones: null,
  })
})

test('games and pictures of other hosts are rejected', () => {
  expect(read(tower, { gameHosts: ['other.example'] })).toEqual({
    reason: "url has a host that is not the provider's: games.example",
  })
  expect(game(tower, { pictureHosts: [] })).toMatchObject({ image_url: null, image_small_url: null })
})

test('the operator’s id replaces the one in the feed', () => {
  expect(game(tower, {}, { sid: 'OURS' }).url).toBe('https://games.example/tower?sid=OURS')
  expect(game(tower, { options: [] }, { sid: 'OURS' }).url).toBe('https://games.example/tower?sid=THEIRS')
})

test('without an id a game is identified by its address, whoever’s id is in it', () => {
  const mapping = { url: 'play', title: 'name' }
  const key = game(tower, { mapping }).provider_game_id
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  const frame = '<iframe src="https://games.example/tower?sid=OTHERS"></iframe>'
  expect(game({ ...tower, play: frame }, { mapping }, { sid: 'OURS' }).provider_game_id).toBe(key)
  expect(game({ ...tower, play: 'https://games.example/lamps' }, { mapping }).provider_game_id).not.toBe(key)
  expect(read({ ...tower, no: '' })).toEqual({ reason: 'no stable id in its address' })
  // A rejected entry has the same id, so that its game does not count as missing from the feed.
  const provider = mappedProvider({ ...feed, mapping, gameHosts: [] })
  expect(provider.readEntry(flatten(tower))?.key).toBe(key)
})

test.each([
  ['Racing, Cards', ['Racing', 'Cards'], ['Car', 'Card']],
  [['Racing', 'Cards; more'], ['Racing', 'Cards; more'], ['Car']],
  ['Racing | Horror', ['Racing', 'Horror'], ['Car', 'Horror']],
])('the genres %j are %j', (genre, raw, categories) => {
  expect(game({ ...tower, genre, tags: [] })).toMatchObject({ raw_category: raw.join(', '), categories })
})

test.each([
  [true, true],
  ['true', true],
  ['1', true],
  ['Yes', true],
  ['For Android, For IOS', true],
  [['desktop', 'mobile'], true],
  [false, false],
  ['0', false],
  ['no', false],
  ['desktop', false],
  [['Desktop', 'Windows'], false],
  [['No', 'No'], false],
  ['', null],
  [[], null],
  [undefined, null],
])('phones: %j is %j', (devices, plays) => {
  expect(game({ ...tower, devices }).plays_on_phones).toBe(plays)
})

test.each([{}, { other: 'x' }, null])('%j is no entry of the feed', (entry) => {
  expect(read(entry)).toBe(null)
})

test('an entry that lacks its address is still one', () => {
  expect(read({ name: 'Tower' })).toEqual({ reason: 'no address' })
  expect(mappedProvider(feed).readEntry({ name: 'Tower' })).toBe(null)
})

test('fields named like members of every object can be mapped', () => {
  const mapping = { url: 'constructor', title: '__proto__' }
  const entry = JSON.parse('{"__proto__":"Tower","constructor":"https://games.example/tower"}')
  expect(game(entry, { mapping }).title).toBe('Tower')
  expect(read({ a: 1 }, { mapping })).toBe(null)
})

test.each([
  ['http://games.example/a', 'url is not an https address'],
  ['https://other.example/a', "url has a host that is not the provider's: other.example"],
  ['http://localhost:4000/a', 'url is not an https address'],
])('without a mapped id, %s is rejected for its address', (url, reason) => {
  const provider = mappedProvider({ ...feed, mapping: { url: 'play', title: 'name' } })
  const entry = provider.readEntry(flatten({ ...tower, play: url }))!
  expect(readGame(entry, provider, false)).toEqual({ reason })
  if (url.includes('localhost')) expect(readGame(entry, provider, true)).toMatchObject({ game: { url } })
})

test('numbered pages follow while they have entries', () => {
  const page = new URL('https://games.example/feed?page=1')
  const { nextPage } = mappedProvider(feed)
  expect(nextPage?.(page, 3)?.href).toBe('https://games.example/feed?page=2')
  expect(nextPage?.(page, 0)).toBe(null)
  expect(nextPage?.(new URL('https://games.example/feed?page=home'), 3)).toBe(null)
  expect(nextPage?.(new URL('https://games.example/feed'), 3)).toBe(null)
})

test('a width of spaces is read quickly', () => {
  const provider = mappedProvider(feed)
  const entry = { name: 'Tower', play: 'https://games.example/tower/', w: `1${' '.repeat(19_990)}x` }
  const read = () => Array.from({ length: 40 }, () => provider.readEntry(entry))
  expect(processorMs(read)).toBeLessThan(2000)
})
