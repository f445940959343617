import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedPrograms } from '../../app/db/embedded-account.server.ts'
import { createPlayers } from '../faults/players.ts'
import { ask } from '../faults/requests.ts'
import { findFreePort, type RestartableServer, startTestServer } from '../fixtures/database.ts'
import { inventedFeed } from '../fixtures/invented-feed.ts'
import { NOBODY } from '../fixtures/nobody.ts'
import { findProgram } from '../fixtures/private-ca.ts'
import { query } from './portal-database.ts'
import { makeDataDir, runCommand, spawnPortal, startPortal } from './portal-process.ts'
import { endProcesses } from './processes.ts'
import { SECRET, TEST_SETTINGS } from './settings.ts'

/** Two nodes behind the installed PgBouncer in transaction mode (docs/operating.md, Behind PgBouncer). */

const program = findProgram('pgbouncer')
const home = mkdtempSync(path.join(os.tmpdir(), 'playhall-pooler-'))
chmodSync(home, 0o755)
const folders: string[] = []
const running: ChildProcess[] = []
let server: RestartableServer
let pooled: string

beforeAll(async () => {
  if (!program) return
  Object.assign(process.env, { AUTH_SECRET: SECRET, SITE_URL: 'http://localhost' })
  server = await startTestServer(embeddedPrograms())
  pooled = await startPooler('transaction')
})
afterAll(async () => {
  for (const child of running) {
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    await ended
  }
  await server?.stop()
  for (const folder of folders) {
    await endProcesses(folder)
    rmSync(folder, { recursive: true, force: true })
  }
  rmSync(home, { recursive: true, force: true })
})

/** Starts PgBouncer in front of the server; returns the address of the database through it. */
async function startPooler(mode: 'transaction' | 'statement' | 'session'): Promise<string> {
  const [url, port] = [new URL(server.url), await findFreePort()]
  const [users, settings] = [path.join(home, `${mode}.txt`), path.join(home, `${mode}.ini`)]
  const [, minor = '0'] =
    /PgBouncer 1\.(\d+)/.exec(spawnSync(program!, ['--version'], { encoding: 'utf8' }).stdout) ?? []
  writeFileSync(users, `"${url.username}" "${url.password}"\n`)
  writeFileSync(
    settings,
    `[databases]
playhall = host=127.0.0.1 port=${url.port} dbname=playhall
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = 6
${Number(minor) >= 21 ? 'max_prepared_statements = 100' : ''}
`,
  )
  // It refuses to run as root.
  const child = spawn(program!, ['-q', settings], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(process.getuid?.() === 0 && NOBODY),
  })
  running.push(child)
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`)
    await sleep(20)
  }
  return Object.assign(url, { port: String(port) }).href
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => (socket.destroy(), resolve(true)))
    socket.on('error', () => resolve(false))
  })
}

function newDataDir(): string {
  const folder = makeDataDir()
  folders.push(folder)
  return folder
}

/** The line with which a start is refused. */
async function refusalOf(settings: Record<string, string>): Promise<string> {
  const portal = spawnPortal({ dataDir: newDataDir(), settings: { ...TEST_SETTINGS, ...settings } })
  expect(await portal.ended).toEqual({ code: 1, signal: null })
  return portal.said()
}

test.skipIf(!program)('two nodes serve pages and players, and hear of each other’s changes', async () => {
  const settings = { ...TEST_SETTINGS, DATABASE_URL: pooled, DATABASE_DIRECT_URL: server.url, LOG_LEVEL: 'info' }
  const nodes = await Promise.all([1, 2].map(() => startPortal({ dataDir: newDataDir(), settings })))
  const database = { connectionString: server.url }
  expect(nodes[0]!.said()).toMatch(/"preparesStatements":(true|false),"message":"DATABASE_URL leads through a pooler/)
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
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(
      nodes.flatMap(({ url }) => paths.map((at) => ask(url, at, { cookie: player!.cookie }))),
    )
    expect(answers.filter(({ status }) => status !== 200).map(({ to, status }) => `${to} ${status}`)).toEqual([])
  }
  const added = await ask(nodes[0]!.url, `/wishlist/entries/${id}`, {
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
  expect((await ask(nodes[1]!.url, '/wishlist', { cookie: player!.cookie })).text).toContain(title)

  // A command changes the catalogue: both nodes drop their pages.
  for (const { url } of nodes) await ask(url, '/games')
  const feed = path.join(home, 'feed.json')
  writeFileSync(feed, JSON.stringify([{ ...inventedFeed(1)[0], title: 'Behind a pooler' }]))
  const command = [process.execPath, 'cli/portal.ts', 'import', 'gamemonetize', feed]
  expect(await runCommand(command, { ...settings, DATA_DIR: newDataDir(), LOG_LEVEL: 'warn' })).toMatchObject({
    code: 0,
  })
  for (const { url } of nodes)
    await expect.poll(async () => (await ask(url, '/games')).text).toContain('Behind a pooler')
  for (const node of nodes) {
    expect(node.said()).not.toMatch(/prepared statement|"level":"(error|fatal)"/)
    expect((await ask(node.url, '/readyz')).status).toBe(200)
    await node.stop()
  }
})

test.skipIf(!program)('what cannot work behind a pooler is refused at the start with one line', async () => {
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
