import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedPrograms } from '../../app/db/embedded-account.server.ts'
import { createPlayers } from '../faults/players.ts'
import { sendRequest } from '../faults/requests.ts'
import { type RestartableServer, startTestServer } from '../fixtures/database.ts'
import { inventedFeed } from '../fixtures/invented-feed.ts'
import { PGBOUNCER, startTestPooler, type TestPooler } from '../fixtures/pooler.ts'
import { query } from './portal-database.ts'
import { makeDataDir, runCommand, spawnPortal, startPortal } from './portal-process.ts'
import { endProcesses } from './processes.ts'
import { SECRET, TEST_SETTINGS } from './settings.ts'

/** Two nodes behind the installed PgBouncer in transaction mode (docs/operating.md#behind-pgbouncer). */

const folders: string[] = []
const poolers: TestPooler[] = []
let server: RestartableServer
let pooled: string

beforeAll(async () => {
  if (!PGBOUNCER) return
  Object.assign(process.env, { AUTH_SECRET: SECRET, SITE_URL: 'http://localhost' })
  server = await startTestServer(embeddedPrograms())
  pooled = await startPooler('transaction')
})
afterAll(async () => {
  for (const pooler of poolers) await pooler.stop()
  await server?.stop()
  for (const folder of folders) {
    await endProcesses(folder)
    rmSync(folder, { recursive: true, force: true })
  }
})

async function startPooler(mode: 'transaction' | 'statement'): Promise<string> {
  const pooler = await startTestPooler(server.url, mode)
  poolers.push(pooler)
  return pooler.url
}

function newDataDir(): string {
  const folder = makeDataDir()
  folders.push(folder)
  return folder
}

/** The log of a start that is refused. */
async function refusalOf(settings: Record<string, string>): Promise<string> {
  const portal = spawnPortal({ dataDir: newDataDir(), settings: { ...TEST_SETTINGS, ...settings } })
  expect(await portal.ended).toEqual({ code: 1, signal: null })
  return portal.output()
}

test.skipIf(!PGBOUNCER)('two nodes serve pages and players, and receive each other’s purges', async () => {
  const settings = { ...TEST_SETTINGS, DATABASE_URL: pooled, DATABASE_DIRECT_URL: server.url, LOG_LEVEL: 'info' }
  const nodes = await Promise.all([1, 2].map(() => startPortal({ dataDir: newDataDir(), settings })))
  const database = { connectionString: server.url }
  expect(nodes[0]!.output()).toMatch(/"preparesStatements":(true|false),"message":"DATABASE_URL leads through a pooler/)
  const [player] = await createPlayers(database, 1)
  const [{ id } = { id: 0 }] = await query<{ id: number }>(database, 'select id from games order by id limit 1')
  const paths = [
    '/',
    '/games?page=1',
    '/tags',
    '/categories',
    '/community',
    '/blog',
    '/wishlist',
    '/rewards',
    '/search?q=lamp',
  ]
  // On a busy machine, nodes that have just started may return 503.
  for (const { url } of nodes)
    for (const at of paths)
      await expect
        .poll(async () => (await sendRequest(url, at, { cookie: player!.cookie })).status, { message: at })
        .toBe(200)
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(
      nodes.flatMap(({ url }) => paths.map((at) => sendRequest(url, at, { cookie: player!.cookie }))),
    )
    expect(answers.filter(({ status }) => status !== 200).map(({ to, status }) => `${to} ${status}`)).toEqual([])
  }
  const added = await sendRequest(nodes[0]!.url, `/wishlist/entries/${id}`, {
    method: 'PUT',
    cookie: player!.cookie,
    accept: 'application/json',
  })
  expect(added.status).toBeLessThan(300)
  const [{ title } = { title: '' }] = await query<{ title: string }>(
    database,
    'select title from games where id = $1',
    [id],
  )
  expect((await sendRequest(nodes[1]!.url, '/wishlist', { cookie: player!.cookie })).text).toContain(title)

  // A command changes the catalogue, so both nodes purge their pages.
  for (const { url } of nodes) await sendRequest(url, '/games')
  const feed = path.join(newDataDir(), 'feed.json')
  writeFileSync(feed, JSON.stringify([{ ...inventedFeed(1)[0], title: 'Behind a pooler' }]))
  const command = [process.execPath, 'cli/portal.ts', 'import', 'gamemonetize', feed]
  expect(await runCommand(command, { ...settings, DATA_DIR: newDataDir(), LOG_LEVEL: 'warn' })).toMatchObject({
    code: 0,
  })
  for (const { url } of nodes)
    await expect.poll(async () => (await sendRequest(url, '/games')).text).toContain('Behind a pooler')
  for (const node of nodes) {
    expect(node.output()).not.toMatch(/prepared statement|"level":"(error|fatal)"/)
    expect((await sendRequest(node.url, '/readyz')).status).toBe(200)
    await node.stop()
  }
})

test.skipIf(!PGBOUNCER)('settings that cannot work behind a pooler fail the start with one line', async () => {
  const other = Object.assign(new URL(server.url), { pathname: '/postgres' }).href
  for (const [settings, line] of [
    [
      { DATABASE_URL: pooled },
      /^DATABASE_URL leads through a pooler in transaction mode: set DATABASE_DIRECT_URL to .*\n$/,
    ],
    [
      { DATABASE_URL: server.url, DATABASE_DIRECT_URL: pooled },
      /^DATABASE_DIRECT_URL leads through a pooler in transaction mode: it has to lead to the database itself\n$/,
    ],
    [
      { DATABASE_URL: pooled, DATABASE_DIRECT_URL: other },
      /^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: .*\n$/,
    ],
    [
      { DATABASE_URL: await startPooler('statement'), DATABASE_DIRECT_URL: server.url },
      /^DATABASE_URL leads through a pooler in statement mode, .*\n$/,
    ],
  ] as const) {
    expect(await refusalOf({ ...settings, LOG_LEVEL: 'error' })).toMatch(line)
  }
})
