import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { inventedFeed } from '../../../../testing/fixtures/invented-feed.ts'
import { readFeedUpload } from '../feed-files.server.ts'
import { storage } from '../../../server/files/storage.server.ts'
import { StorageDownError } from '../../../server/files/storage-key.server.ts'
import { CLIENT_ADDRESS_HEADER } from '../../../server/http/client-address.server.ts'
import { LIMITS } from '../../../server/http/rate-limit.server.ts'
import { loadNewFeed } from './load-new-feed.server.ts'
import { sizeOf } from './read-sample.server.ts'
import { submitSource } from './submit-new-feed.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let server: Server
let site: string
let requests = 0
const served = new Map<string, string>()
const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-new-feed-'))

beforeAll(async () => {
  Object.assign(process.env, { LOCAL_FEEDS: 'on', DATA_DIR: folder })
  testDatabase = await createTestDatabase()
  server = createServer((request, response) => {
    requests++
    const body = served.get(request.url ?? '')
    response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as { port: number }).port}`
})
afterAll(async () => {
  server.close()
  await testDatabase.drop()
  rmSync(folder, { recursive: true })
})

const request = new Request('http://playhall.example/admin/feeds/new')

const load = (query: Record<string, string>, reading = { request, mayFetch: true }) =>
  loadNewFeed(new URLSearchParams(query), reading)

const ENTRIES = ['Doors', 'Lamps', 'Stairs'].map((title, at) => ({
  title,
  alias: `alias ${at}`,
  url: `https://games${at % 2}.example.com/${title}/`,
  image: `https://img.example.org/${at}.jpg`,
}))

test('a built-in provider shows its first games, read once while the operator chooses', async () => {
  const feed = inventedFeed(130)
  served.set('/a.json', JSON.stringify([{ title: 'Elsewhere', url: 'https://other.example/' }, ...feed]))
  const query = { provider: 'gamemonetize', address: `${site}/a.json` }
  const before = requests
  const step = await load(query)
  await load(query)
  expect(requests - before).toBe(1)
  if (step.step !== 'known') throw new Error(step.step)
  expect(step).toMatchObject({ suggestedName: 'GameMonetize', preview: { entries: 100, rejected: 1 } })
  expect(step.preview.games[0]).toMatchObject({ title: 'Ladders & Snails', reason: null })
})

test('the fields of any feed are guessed, or taken from the address; hosts are counted', async () => {
  served.set('/b.json', JSON.stringify(ENTRIES))
  const query = { provider: 'any', address: `${site}/b.json` }
  const guessed = await load(query)
  if (guessed.step !== 'mapping') throw new Error(guessed.step)
  expect(guessed.mapping).toEqual({ title: 'title', url: 'url', picture: 'image' })
  expect(guessed.preview.games.map(({ title }) => title)).toEqual(['Doors', 'Lamps', 'Stairs'])
  expect(guessed.hosts).toEqual({
    games: [
      { host: 'games0.example.com', entries: 2, isLocal: false },
      { host: 'games1.example.com', entries: 1, isLocal: false },
    ],
    pictures: [{ host: 'img.example.org', entries: 3, isLocal: false }],
  })
  expect(guessed.table.paths).toEqual(['title', 'alias', 'url', 'image'])
  const chosen = await load({ ...query, 'map-url': 'url', 'map-title': 'alias' })
  if (chosen.step !== 'mapping') throw new Error(chosen.step)
  expect(chosen.mapping).toEqual({ url: 'url', title: 'alias' })
  expect(chosen.preview.games[0]).toMatchObject({ title: 'alias 0', picture: null })
})

test('an uploaded file is read from the storage', async () => {
  const form = new FormData()
  form.append('file', new Blob(['title,url\nDoors,https://games.example.com/doors/\n']), 'my games.csv')
  const request = new Request('http://playhall.example/', { method: 'POST', body: form })
  const { stored } = await readFeedUpload(request)
  const step = await load({ provider: 'any', file: stored!.key, fileName: stored!.name })
  if (step.step !== 'mapping') throw new Error(step.step)
  expect(step).toMatchObject({ suggestedName: 'my games', preview: { entries: 1, rejected: 0 } })
})

test.each([
  [{ provider: 'gamemonetize', address: '/missing.json' }, 'This feed answered 404'],
  [{ provider: 'gamemonetize', address: '/page.html' }, /^This feed is not JSON/],
  [{ provider: 'any', address: '/page.html' }, 'This feed is a web page instead of a feed'],
  [{ provider: 'famobi', address: '/b.json' }, /^This/],
])('a feed that cannot be read leads to the first step with the reason: %o', async ({ provider, address }, why) => {
  served.set('/page.html', '<!doctype html><html></html>')
  const step = await load({ provider, address: site + address })
  expect(step).toMatchObject({ step: 'source', given: { provider } })
  expect(step.step === 'source' && step.failure).toMatch(why)
})

test.each<Record<string, string>>([
  {},
  { provider: 'unknown', address: 'https://feeds.example/' },
  { provider: 'any', address: 'file:///etc/passwd' },
  { provider: 'any', file: '../../etc/passwd' },
  { provider: 'any', file: 'profile_pictures/a/b.webp', address: 'https://feeds.example/' },
])('what the form would not send leads to the first step: %o', async (query) => {
  expect(await load(query)).toMatchObject({ step: 'source', failure: null })
})

test('a file that was deleted has to be uploaded again', async () => {
  const step = await load({ provider: 'any', file: `feed_files/${'a'.repeat(32)}.gz`, fileName: 'x.json' })
  expect(step).toMatchObject({ step: 'source', failure: 'This file was deleted. Upload it again' })
})

test('an address that another site links to fills in the first step, and is not fetched', async () => {
  served.set('/linked.json', JSON.stringify(ENTRIES))
  const given = { provider: 'any', address: `${site}/linked.json` }
  const before = requests
  expect(await load(given, { request, mayFetch: false })).toMatchObject({ step: 'source', given, failure: null })
  expect(requests).toBe(before)
  expect(await load(given)).toMatchObject({ step: 'mapping' })
})

test('reading addresses is limited; what was read a moment ago is not read again', async () => {
  const client = new Request(request, { headers: { [CLIENT_ADDRESS_HEADER]: '203.0.113.7' } })
  const read = (at: number) => {
    served.set(`/limited-${at}.json`, JSON.stringify(ENTRIES))
    return load({ provider: 'any', address: `${site}/limited-${at}.json` }, { request: client, mayFetch: true })
  }
  for (let at = 0; at < LIMITS.uploads.points; at++) await read(at)
  expect(await read(LIMITS.uploads.points - 1)).toMatchObject({ step: 'mapping' })
  const before = requests
  await expect(read(LIMITS.uploads.points)).rejects.toMatchObject({ status: 429 })
  expect(requests).toBe(before)
})

test('large samples are not stored', async () => {
  const text = 'x'.repeat(19_000)
  const fields = Array.from({ length: 20 }, (_, at) => [`text${at}`, text])
  const large = Array.from({ length: 100 }, (_, at) => ({ ...ENTRIES[at % 3], ...Object.fromEntries(fields) }))
  served.set('/large.json', JSON.stringify(large))
  const query = { provider: 'any', address: `${site}/large.json` }
  const before = requests
  await load(query)
  await load(query)
  expect(requests - before).toBe(2)
  expect(sizeOf([new Map([['title', ['x'.repeat(1000), { a: 'y'.repeat(1000) }]]])])).toBeGreaterThan(4000)
})

test('a file that cannot be stored or read is refused with a sentence', async () => {
  const down = async () => {
    throw new StorageDownError('down')
  }
  const form = new FormData()
  form.append('file', new Blob(['title,url\nDoors,https://games.example.com/doors/\n']), 'my games.csv')
  form.append('provider', 'any')
  form.append('address', '')
  const send = () => submitSource(new Request(request, { method: 'POST', body: form }))
  const putting = vi.spyOn(storage(), 'putFile').mockImplementation(down)
  expect(await send()).toMatchObject({
    data: {
      errors: { file: 'The files cannot be stored right now. Please try again later' },
      given: { provider: 'any' },
    },
    init: { status: 503 },
  })
  putting.mockRestore()
  const getting = vi.spyOn(storage(), 'get').mockImplementation(down)
  expect(await send()).toMatchObject({
    data: { errors: { file: 'This file cannot be read right now. Please try again later' } },
  })
  getting.mockRestore()
  expect(await send()).toMatchObject({ status: 303 })
})
