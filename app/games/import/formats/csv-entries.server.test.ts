import { expect, test } from 'vitest'
import { FeedError } from '../feed-error.server.ts'
import { delimiterOf, readCsv } from './csv-entries.server.ts'

async function read(text: string, size = 1000): Promise<Record<string, string>[]> {
  async function* pieces() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
  }
  const entries: Record<string, string>[] = []
  for await (const batch of readCsv(pieces(), text.slice(0, 5000)))
    entries.push(
      ...batch.map((entry) => Object.fromEntries(Array.from(entry, ([path, values]) => [path, values.join('|')]))),
    )
  return entries
}

const TOO_LARGE = 'has an entry of more than a million characters'
const TOWER = { title: 'Tower', url: 'https://games.example/' }

test.each([
  ['commas', 'title,url\nTower,https://games.example/\n'],
  ['semicolons', 'title;url\r\nTower;https://games.example/\r\n'],
  ['tabs', 'title\turl\nTower\thttps://games.example/'],
  ['bars', 'title|url\rTower|https://games.example/\r'],
  ['quotes', '"title","url"\n"Tower","https://games.example/"\n'],
  ['empty lines and spaces in the header', '\n title , url \n\nTower,https://games.example/\n\n'],
  ['cells beyond the header', 'title,url\nTower,https://games.example/,more,x\n'],
])('reads a table with %s', async (_, text) => {
  expect(await read(text)).toEqual([TOWER])
  expect(await read(text, 3)).toEqual([TOWER])
})

test('quoted cells hold delimiters, lines and quotes', async () => {
  expect(await read('title,text\n"Tower, Race","one\ntwo ""three"""\n', 5)).toEqual([
    { title: 'Tower, Race', text: 'one\ntwo "three"' },
  ])
})

test('stray quotes are text, and short rows lack their last cells', async () => {
  expect(await read('title,size,url\nA "quoted" title,5" wide\n')).toEqual([
    { title: 'A "quoted" title', size: '5" wide', url: '' },
  ])
})

test('a table without a header has numbered columns', async () => {
  expect(await read('Tower,https://games.example/\nLamps,https://games.example/2\n')).toEqual([
    { 'column 1': 'Tower', 'column 2': 'https://games.example/' },
    { 'column 1': 'Lamps', 'column 2': 'https://games.example/2' },
  ])
})

test('columns of the same name are one field, and those without a name are numbered', async () => {
  expect(await read('tag,title,tag,\na,Tower,b,c\n')).toEqual([{ tag: 'a|b', title: 'Tower', 'column 4': 'c' }])
})

test('columns may be named like members of every object', async () => {
  const [entry] = await read('__proto__,constructor\na,b\n')
  expect(Object.entries(entry ?? {})).toEqual([
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ])
})

test('a long table is read to its end', async () => {
  const rows = Array.from({ length: 2500 }, (_, at) => `Game ${at},https://games.example/${at}`)
  expect(await read(`title,url\n${rows.join('\n')}`)).toHaveLength(2500)
  expect(await read('title,url\n')).toEqual([])
})

test.each([
  ['a quote without end', `title,url\n"never closed,x\n${'x,y\n'.repeat(20)}`, 'is not CSV: a quoted field has no end'],
  ['a long quoted cell', `title,url\n"${'x'.repeat(2_000_000)}`, TOO_LARGE],
  ['a long cell', `title,url\n${'x'.repeat(2_000_000)}`, TOO_LARGE],
  ['a long header', 'title,'.repeat(400_000), TOO_LARGE],
])('a table with %s is refused', async (_, text, fault) => {
  await expect(read(text, 60_000)).rejects.toThrow(new FeedError(fault))
})

test('a fault of the source is not one of the table', async () => {
  async function* broken() {
    yield 'title,url\nTower,https://games.example/\n'
    throw new Error('the connection was cut')
  }
  const drain = async () => {
    for await (const batch of readCsv(broken(), 'title,url')) expect(batch).toHaveLength(1)
  }
  await expect(drain()).rejects.toThrow('the connection was cut')
})

test('a source that is left early is closed', async () => {
  let isClosed = false
  async function* endless() {
    try {
      yield 'title,url\n'
      while (true) yield 'Tower,https://games.example/\n'.repeat(100)
    } finally {
      isClosed = true
    }
  }
  for await (const batch of readCsv(endless(), 'title,url')) if (batch.length) break
  await expect.poll(() => isClosed).toBe(true)
})

test.each([
  ['a,b;c;d', ';'],
  ['"a;b;c",d', ','],
  ['a\nb,c', null],
  ['"never closed, at all', null],
  ['', null],
])('the delimiter of %j is %j', (text, delimiter) => {
  expect(delimiterOf(text)).toBe(delimiter)
})

test('a table with very many columns is refused, since each of its rows would cost as much as all of them', async () => {
  const columns = (count: number) => `${Array.from({ length: count }, (_, at) => `field ${at}`).join(',')}\na\n`
  expect(Object.keys((await read(columns(300)))[0]!)).toHaveLength(300)
  await expect(read(columns(301))).rejects.toThrow(new FeedError('has more than 300 columns'))
})
