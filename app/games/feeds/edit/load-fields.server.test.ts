import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { createPlayer } from '../../../../testing/fixtures/players.ts'
import { listAuditLog } from '../../../accounts/operators/audit-log.server.ts'
import { database } from '../../../db/connection.server.ts'
import { feeds } from '../../../db/schema/feeds.server.ts'
import { STORAGE_DOWN } from '../../../server/files/storage-key.server.ts'
import type { Player } from '../../../server/sessions/session.server.ts'
import { findFeed } from '../find-feed.server.ts'
import { listProviders } from '../providers/find-provider.server.ts'
import { saveProvider } from '../providers/save-provider.server.ts'
import { loadFields } from './load-fields.server.ts'
import { submitFeed, submitFields } from './submit-feed.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player
let server: Server
let site: string
let requests = 0
const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-fields-'))

const ENTRIES = ['Doors', 'Lamps'].map((title) => ({
  title,
  alias: `Alias of ${title}`,
  link: `https://play.tower.example/${title}/`,
}))

beforeAll(async () => {
  Object.assign(process.env, { LOCAL_FEEDS: 'on', DATA_DIR: folder })
  testDatabase = await createTestDatabase()
  operator = (await createPlayer({ role: 'operator' })) as unknown as Player
  server = createServer((request, response) => {
    requests++
    response.writeHead(request.url === '/tower.json' ? 200 : 404).end(JSON.stringify(ENTRIES))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  const hosts = { games: ['play.tower.example'], pictures: [] }
  await saveProvider(operator, { name: null, label: 'Tower', mapping: { url: 'link', title: 'title' }, hosts })
})
afterAll(async () => {
  server.close()
  await testDatabase.drop()
  rmSync(folder, { recursive: true })
})

async function addFeed(provider: string, address: string): Promise<number> {
  const row = { name: address, provider, address }
  return (await database().insert(feeds).values(row).returning({ id: feeds.id }))[0]!.id
}

async function load(id: number, query: string) {
  const feed = await findFeed(id)
  const provider = (await listProviders()).find(({ name }) => name === feed.provider) ?? null
  return loadFields(feed, provider, new Request(`http://playhall.example/?${new URLSearchParams(query)}`))
}

const save = (id: number, fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const request = new Request('https://portal.example/', { method: 'POST', headers: { accept: 'text/html' } })
  return submitFields({ request, form, redirectTo: '/admin/feeds/1' }, { operator, id })
}

const mapping = async () => (await listProviders()).find(({ name }) => name === 'tower')?.mapping

test('the fields of an added provider are previewed with the chosen mapping, and otherwise nothing is read', async () => {
  const id = await addFeed('tower', `${site}/tower.json`)
  expect(await load(id, '')).toBe(null)
  expect(await load(await addFeed('gamepix', `${site}/other.json`), 'fields=1')).toBe(null)
  expect(requests).toBe(0)
  expect(await load(id, 'fields=1')).toMatchObject({
    failure: null,
    mapping: { url: 'link', title: 'title' },
    table: { paths: ['title', 'alias', 'link'] },
    preview: { entries: 2, rejected: 0, games: [{ title: 'Doors' }, { title: 'Lamps' }] },
  })
  expect(await load(id, 'fields=1&map-url=link&map-title=alias')).toMatchObject({
    preview: { rejected: 0, games: [{ title: 'Alias of Doors' }, { title: 'Alias of Lamps' }] },
  })
  expect(await load(id, 'fields=1&map-url=&map-title=alias')).toMatchObject({ preview: { rejected: 2 } })
  expect(await load(await addFeed('tower', `${site}/missing.json`), 'fields=1')).toEqual({
    failure: expect.stringContaining('404'),
  })
})

test('the chosen fields are saved and logged, unless another operator has changed them', async () => {
  const id = await addFeed('tower', `${site}/saved.json`)
  const seen = 'url=link&title=title'
  expect(await save(id, { mapping: 'url=link', seen })).toMatchObject({ init: { status: 403 } })
  await save(id, { mapping: 'url=link&title=alias', seen })
  expect(await mapping()).toEqual({ url: 'link', title: 'alias' })
  expect((await listAuditLog(null)).entries[0]).toMatchObject({
    who: operator.username,
    act: 'changed',
    onKind: 'provider',
    onId: 'tower',
    title: 'Tower',
    why: 'Fields: Play URL = link, Title = alias',
  })
  expect(await save(id, { mapping: 'url=link&title=title', seen })).toMatchObject({ init: { status: 403 } })
  expect(await mapping()).toEqual({ url: 'link', title: 'alias' })
  expect((await listProviders()).find(({ name }) => name === 'tower')?.approved.games).toEqual(['play.tower.example'])
})

test('a built-in provider has no fields to save', async () => {
  const id = await addFeed('famobi', `${site}/famobi.json`)
  expect(await save(id, { mapping: 'url=link&title=name', seen: '' })).toMatchObject({ init: { status: 409 } })
})

test('a file that could not be stored does not change a feed', async () => {
  const id = await addFeed('famobi', `${site}/down.json`)
  const form = new FormData()
  const fields = { version: '1', name: 'Down', schedule: 'off', mode: 'review', delistDays: '14', address: '' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const request = new Request('http://playhall.example/', { method: 'POST' })
  const sent = { request, redirectTo: '/', form, operator, id, stored: null, fault: STORAGE_DOWN }
  expect(await submitFeed(sent)).toMatchObject({
    data: { errors: { file: STORAGE_DOWN.fault }, given: { name: 'Down' } },
    init: { status: 503 },
  })
  expect(await findFeed(id)).toMatchObject({ address: `${site}/down.json` })
})
