import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listAuditLog } from '../app/accounts/operators/audit-log.server.ts'
import { database } from '../app/db/connection.server.ts'
import { createTestDatabase } from '../testing/fixtures/database.ts'
import { runImport } from './import.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-cli-'))
const output = vi.spyOn(console, 'log')
const errors = vi.spyOn(console, 'error')

beforeAll(async () => {
  testDatabase = await createTestDatabase()
})

beforeEach(() => {
  output.mockReset().mockReturnValue()
  errors.mockReset().mockReturnValue()
})

// The command prints errors by design. Clear them before the suite checks console.error.
afterEach(() => {
  errors.mockClear()
})

afterAll(async () => {
  await testDatabase.drop()
  rmSync(folder, { recursive: true })
})

function feedFile(content?: unknown): string {
  const file = path.join(folder, 'feed.json')
  const hash = 'tower'.padEnd(32, 'z')
  const entry = {
    title: 'Tower',
    url: `https://html5.gamemonetize.com/${hash}/`,
    thumb: `https://img.gamemonetize.com/${hash}/512x384.jpg`,
  }
  writeFileSync(file, JSON.stringify(content ?? [entry, { ...entry, title: '' }, entry]))
  return file
}

const outputLines = () => output.mock.calls.map(([line]) => line as string)

test('each rejected entry is printed with its reason, then the counts', async () => {
  const refusals = ['Rejected entry 2: no title', 'Rejected entry 3 "Tower": same game as entry 1']
  expect(await runImport('gamemonetize', feedFile(), { dryRun: true })).toBe(0)
  expect(outputLines()).toEqual([
    ...refusals,
    'New: 1',
    '  Tower',
    'Dry run: nothing was written',
    '1 new, 0 changed, 0 unchanged, 2 refused',
  ])
  output.mockClear()
  expect(await runImport('gamemonetize', feedFile())).toBe(0)
  expect(outputLines()).toEqual([...refusals, '1 new, 0 changed, 0 unchanged, 2 refused'])
  output.mockClear()
  expect(await runImport('gamemonetize', feedFile(), { limit: 1 })).toBe(0)
  expect(outputLines()).toEqual(['0 new, 0 changed, 1 unchanged, 0 refused'])
})

test('an import is in the audit log with counts and titles, and a dry run is not', async () => {
  await database().execute(sql`truncate games, feeds, operator_acts cascade`)
  await runImport('gamemonetize', feedFile(), { dryRun: true })
  expect((await listAuditLog(null)).entries).toEqual([])
  await runImport('gamemonetize', feedFile())
  expect((await listAuditLog(null)).entries).toMatchObject([
    {
      who: 'command line',
      act: 'imported',
      onKind: 'feed run',
      title: 'feed.json',
      why: '1 new, 0 changed, 0 unchanged, 2 rejected: Tower',
    },
  ])
})

test.each([
  [[], [], '0 refused', 'The feed has no games'],
  [[{ title: 'Tower' }], ['Rejected entry 1 "Tower": no address'], '1 refused', 'No entry was accepted'],
])('a feed of %j without an accepted game fails, also in a dry run', async (entries, refusals, count, fault) => {
  const counts = `0 new, 0 changed, 0 unchanged, ${count}`
  expect(await runImport('gamemonetize', feedFile(entries), { dryRun: true })).toBe(1)
  expect(outputLines()).toEqual([...refusals, 'Dry run: nothing was written', counts])
  output.mockClear()
  expect(await runImport('gamemonetize', feedFile(entries))).toBe(1)
  expect(outputLines()).toEqual([...refusals, counts])
  expect(errors.mock.calls).toEqual([[fault], [fault]])
})

test.each([
  [
    'nobody',
    'a',
    /^There is no provider "nobody"; there are: gamemonetize, gamedistribution, gamepix, playgama, htmlgames, famobi$/,
  ],
  ['gamemonetize', '/no/such\nfile', /^\/no\/such file is not there: no such file$/],
  ['gamemonetize', 'http://127.0.0.1:1/', /^http:\/\/127\.0\.0\.1:1\/ is not public: 127\.0\.0\.1$/],
])('%s %j fails with a one-line message', async (provider, source, line) => {
  expect(await runImport(provider, source)).toBe(1)
  expect(outputLines()).toEqual([])
  expect(errors.mock.calls).toEqual([[expect.stringMatching(line)]])
})
