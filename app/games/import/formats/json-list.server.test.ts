import { expect, test } from 'vitest'
import { FeedError } from '../feed-error.server.ts'
import { readJson } from './json-list.server.ts'

async function read(text: string, size = 1000): Promise<Record<string, string>[]> {
  async function* pieces() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
  }
  const entries: Record<string, string>[] = []
  for await (const batch of readJson(pieces()))
    entries.push(
      ...batch.map((entry) => Object.fromEntries(Array.from(entry, ([path, values]) => [path, values.join()]))),
    )
  return entries
}

const game = (name: string, over: object = {}) => ({
  title: `Game ${name}`,
  url: `https://games.example/${name}`,
  ...over,
})
const titlesIn = async (feed: unknown) => (await read(JSON.stringify(feed))).map((entry) => entry.title ?? entry.name)

test.each([
  ['a bare array', [game('a'), game('b')]],
  ['a list in an object', { version: 1, items: [game('a'), game('b')] }],
  ['a list further below', { data: { result: { games: [game('a'), game('b')] } } }],
  [
    'lists in a list',
    {
      segments: [
        { title: 'For you', count: 1, hits: [game('a')] },
        { title: 'More', hits: [game('b')] },
      ],
    },
  ],
  [
    'a list behind others',
    { links: [{ url: 'https://a.example' }, { url: 'https://b.example' }], tags: ['x'], games: [game('a'), game('b')] },
  ],
  [
    'a list among categories with addresses',
    {
      categories: [{ name: 'Car', url: 'https://a.example/car' }],
      games: [game('a', { description: 'x' }), game('b', { description: 'y' })],
    },
  ],
  [
    'games with related games',
    [
      game('a', {
        thumb: 'https://a.example/1.png',
        description: 'x',
        related: [{ title: 'no', url: 'https://games.example/1', thumb: 'https://a.example/2.png' }],
      }),
      game('b', { thumb: 'https://a.example/3.png', description: 'y', related: [] }),
    ],
  ],
  ['the longest of equal lists', { featured: [game('c')], games: [game('a'), game('b')], latest: [game('d')] }],
  ['the first of equal lists', { games: [game('a'), game('b')], latest: [game('b'), game('c')] }],
  ['a list next to an empty one', { errors: [], rows: [{ name: 'Game a' }, { name: 'Game b' }] }],
  ['keys with dots', { 'a.b': { c: [game('a'), game('b')] } }],
  ['keys that every object has', JSON.parse(`{"__proto__":{"constructor":${JSON.stringify([game('a'), game('b')])}}}`)],
] as [string, unknown][])('finds the games in %s', async (_, feed) => {
  expect(await titlesIn(feed)).toEqual(['Game a', 'Game b'])
})

test('the list is found far behind the start', async () => {
  const feed = { about: 'x'.repeat(400_000), games: [game('a'), game('b')] }
  expect(await titlesIn(feed)).toEqual(['Game a', 'Game b'])
})

test('a long list is read to its end, however it is cut', async () => {
  const games = Array.from({ length: 5000 }, (_, at) => game(String(at), { description: 'x'.repeat(60) }))
  for (const size of [997, 300_000]) {
    const entries = await read(JSON.stringify({ games }), size)
    expect(entries.map((entry) => entry.url)).toEqual(games.map(({ url }) => url))
  }
})

test('a list of unknown fields is better than an empty one', async () => {
  expect(await read('{"errors":[],"rows":[{"x":1}]}')).toEqual([{ x: '1' }])
})

test('what is no object has no fields', async () => {
  expect(await read('[null,1,"x",[],{"title":"Tower"}]')).toEqual([{}, {}, {}, {}, { title: 'Tower' }])
})

test.each(['[]', '{"items":[]}', '{"items":[],"count":0}', ' [ ] '])('%s has no entries', async (text) => {
  expect(await read(text)).toEqual([])
})

test.each([
  ['no list', '{}', 'has no list of games'],
  ['an error instead of games', '{"error":"no key"}', 'has no list of games'],
  ['half an entry', '[{"title":"a"', 'is not JSON: it ends too early'],
  ['half a list', '{"games":[{"title":"a"}', 'is not JSON: it ends too early'],
  ['a fault', '[{"title":"a"},}]', 'is not JSON: wrong within its first 17 characters'],
  ['a document per line', '{"title":"a"}\n{"title":"b"}', 'is not JSON: wrong within its first 27 characters'],
  ['deep lists', '['.repeat(2_000_000), 'is nested more than 100 levels deep'],
  ['deep objects', '{"a":'.repeat(500_000), 'is nested more than 100 levels deep'],
  ['a deep entry', `[{"title":"a","url":${'['.repeat(200)}`, 'is nested more than 100 levels deep'],
  ['a long text', `[{"title":"${'x'.repeat(2_000_000)}"}]`, 'has an entry of more than a million characters'],
  ['a long text before the games', `{"about":"${'x'.repeat(2_000_000)}","games":[]}`, 'has no list of games'],
])('a feed with %s is refused', async (_, text, fault) => {
  await expect(read(text, 60_000)).rejects.toThrow(new FeedError(fault))
})
