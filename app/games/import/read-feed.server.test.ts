import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { FetchLimits } from '../../server/http/fetch-public.server.ts'
import { FeedError } from './feed-error.server.ts'
import { guessMapping } from './mapping/guess-mapping.ts'
import { mappedProvider } from './mapping/mapped-provider.server.ts'
import { gamepix } from './providers/gamepix.server.ts'
import { readFeed, sampleFeed } from './read-feed.server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-formats-'))
afterAll(() => rmSync(folder, { recursive: true }))

function feedFile(content: string | Uint8Array): string {
  const file = path.join(folder, crypto.randomUUID())
  writeFileSync(file, content)
  return file
}

const MAPPING = { url: 'url', title: 'title', category: 'category' }
const towers = mappedProvider({ name: 'towers', mapping: MAPPING, gameHosts: ['games.example'], pictureHosts: [] })

async function titlesIn(source: string, limits: FetchLimits = {}): Promise<unknown[]> {
  const titles: unknown[] = []
  for await (const values of readFeed(towers, source, limits)) {
    titles.push(...values.map((value) => towers.readEntry(value)?.title ?? null))
  }
  return titles
}

const NAMES = ['a', 'ü']
const addressOf = (name: string) => `https://games.example/${name}`
const xmlOf = (name: string, tag: string) =>
  `<${tag}><title>${name}</title><url>${addressOf(name)}</url><category>Car</category></${tag}>`

const FEEDS = {
  json: JSON.stringify({ games: NAMES.map((name) => ({ title: name, url: addressOf(name), category: 'Car' })) }),
  csv: `title;url;category\n${NAMES.map((name) => `${name};${addressOf(name)};Car\n`).join('')}`,
  rss: `<rss><channel>${NAMES.map((name) => xmlOf(name, 'item')).join('')}</channel></rss>`,
  atom: `<feed>${NAMES.map((name) => xmlOf(name, 'entry')).join('')}</feed>`,
}

test.each(Object.entries(FEEDS))('%s is sampled, mapped and read', async (format, text) => {
  for (const content of [Buffer.from(text), Buffer.from(`\uFEFF${text}`, 'utf16le')]) {
    const source = feedFile(content)
    const sample = await sampleFeed(source, {})
    expect(sample.format).toBe(format)
    expect(guessMapping(sample.entries)).toEqual(MAPPING)
    expect((await sampleFeed(source, {}, 1)).entries).toEqual(sample.entries.slice(0, 1))
    expect(await titlesIn(source)).toEqual(['a', 'ü'])
  }
})

test('a table in Latin-1 is read too', async () => {
  expect(await titlesIn(feedFile(Buffer.from(FEEDS.csv, 'latin1')))).toEqual(['a', 'ü'])
})

test('only the start of a feed is read for its samples', async () => {
  const source = feedFile(`title,url\n${'Tower,https://games.example/\n'.repeat(50_000)}"never closed`)
  expect((await sampleFeed(source, {}, 3)).entries).toHaveLength(3)
  await expect(titlesIn(source)).rejects.toThrow(`${source} is not CSV: a quoted field has no end`)
})

test('a provider with paths reads JSON only, in any encoding', async () => {
  const feed = JSON.stringify({ items: [{ title: 'Türme', url: 'x' }] })
  const read = async (content: string | Uint8Array) => {
    for await (const values of readFeed(gamepix, feedFile(content), {})) return values
    return []
  }
  expect(await read(Buffer.from(feed, 'utf16le'))).toEqual([{ title: 'Türme', url: 'x' }])
  expect(await read(Buffer.from(feed, 'latin1'))).toEqual([{ title: 'Türme', url: 'x' }])
  await expect(read(FEEDS.csv)).rejects.toThrow('is not JSON')
})

test.each([
  ['', 'is empty'],
  ['   ', 'is empty'],
  [' '.repeat(3_000_000), 'is empty'],
  ['<html>', 'is a web page instead of a feed'],
  ['no table', 'is not JSON, CSV, RSS or Atom'],
  ['<?xml version="1.0" encoding="klingon"?><rss/>', 'has an encoding that is not known: klingon'],
])('a fault is a line that begins with the source (%#)', async (content, fault) => {
  const source = feedFile(content)
  await expect(titlesIn(source)).rejects.toThrow(new FeedError(`${source} ${fault}`))
  await expect(sampleFeed(source, {})).rejects.toThrow(new FeedError(`${source} ${fault}`))
})

test('a file may be larger than an address, unless a limit is given', async () => {
  const source = feedFile(`title,url\n${'Tower,https://games.example/\n'.repeat(10_000)}`)
  expect(await titlesIn(source)).toHaveLength(10_000)
  await expect(titlesIn(source, { maxBytes: 100_000 })).rejects.toThrow(`${source} is larger than 0.1 MB`)
  await expect(sampleFeed('/no/such.csv', {})).rejects.toThrow('/no/such.csv is not there: no such file')
})

const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

async function serve(pages: (page: number) => string | null): Promise<string> {
  const server = createServer((request, response) => {
    const text = pages(Number(new URL(request.url ?? '', 'http://x').searchParams.get('page')))
    if (text !== null) return response.end(text)
    const more = () => response.write('Tower,https://games.example/\n'.repeat(1000), () => response.destroyed || more())
    return response.write('title,url\n', more)
  }).listen(0, '127.0.0.1')
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`
}

const local = { allowLoopback: true }

test('numbered pages of any format are read until an empty one', async () => {
  const row = (page: number) => `Tower ${page},https://games.example/${page}\n`
  const address = await serve((page) => (page > 3 ? '' : `title,url\n${row(page)}`))
  expect(await titlesIn(`${address}?page=1`, local)).toEqual(['Tower 1', 'Tower 2', 'Tower 3'])
  expect(await titlesIn(`${address}?page=3`, local)).toEqual(['Tower 3'])
  await expect(titlesIn(`${address}?page=4`, local)).rejects.toThrow('is empty')
  expect((await sampleFeed(`${address}?page=1`, local)).entries).toHaveLength(1)
})

test('pages that repeat are the end', async () => {
  const address = await serve(() => FEEDS.rss)
  expect(await titlesIn(`${address}?page=1`, local)).toEqual(['a', 'ü'])
  expect(await titlesIn(address, local)).toEqual(['a', 'ü'])
})

test('a feed without end is refused, and its start can be sampled', async () => {
  const address = await serve(() => null)
  await expect(titlesIn(address, { ...local, maxBytes: 1e6 })).rejects.toThrow(`${address} is larger than 1 MB`)
  expect((await sampleFeed(address, { ...local, maxBytes: 1e6 }, 5)).entries).toHaveLength(5)
})
