import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, findFreePort } from '../fixtures/database.ts'
import { canDropRoot, UNPRIVILEGED } from '../fixtures/unprivileged-account.ts'
import { type End, type Settings, type Start, spawnPortal, startPortal } from './portal-process.ts'
import { endProcesses, findProcesses, processesLeft, signalRoles } from './processes.ts'

const temporary = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'playhall-starting-')))
chmodSync(temporary, 0o711)
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let folders = 0

beforeAll(async () => {
  testDatabase = await createTestDatabase()
})

afterAll(async () => {
  for (let at = 1; at <= folders; at++) await endProcesses(path.join(temporary, String(at)))
  await testDatabase.drop()
  rmSync(temporary, { recursive: true, force: true })
})

test('a damaged secret fails the start with one line, not the first sign-in', async () => {
  const dataDir = newDataDir()
  writeFileSync(path.join(dataDir, 'auth-secret'), 'half a secr')
  const portal = spawnPortal(inFolder(dataDir))
  expect(await endOf(portal)).toBe(1)
  expect(portal.output()).toMatch(/^AUTH_SECRET is stored in \S+\/auth-secret, which is damaged: [^\n]*\n$/)
  expect(findProcesses(dataDir)).toEqual([])
})

test('a missing or broken text of the site fails the start with one line that names it', async () => {
  const home = path.join(temporary, 'installed')
  mkdirSync(path.join(home, 'build'), { recursive: true })
  for (const copied of ['server.mjs', 'package.json', 'content', 'build/server'])
    cpSync(copied, path.join(home, copied), { recursive: true })
  symlinkSync(path.resolve('node_modules'), path.join(home, 'node_modules'))
  const terms = path.join(home, 'content/terms.md')
  const started = async () => {
    const dataDir = newDataDir()
    const portal = spawnPortal({ ...inFolder(dataDir), command: [process.execPath, path.join(home, 'server.mjs')] })
    expect(await endOf(portal)).toBe(1)
    expect(findProcesses(dataDir)).toEqual([])
    return portal.output()
  }
  rmSync(terms)
  expect(await started()).toBe('content/terms.md cannot be read: ENOENT\n')
  writeFileSync(terms, '---\ntitle: Terms\ndescription: Rules\n---\nWritten by {nobody}.')
  expect(await started()).toBe('content/terms.md has {nobody}, which has no value\n')
})

test('a start warns once about an ignored replica, Google without mails, and uploads on one node', async () => {
  const { connectionString } = testDatabase.connection
  const settings = { DATABASE_URL: connectionString, AUTH_SECRET: 'a secret of thirty-two characters' }
  // A replica was configured for an earlier release.
  const doubtful = {
    DATABASE_REPLICA_URL: 'postgres://127.0.0.1:9/playhall',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
  }
  // Without S3, nodes on one database store uploads separately.
  const s3 = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }
  const [warned, silent] = await Promise.all([
    startAndStop({ ...settings, ...doubtful }),
    startAndStop({ ...settings, ...s3 }),
  ])
  expect(warned).toEqual({ ready: 200, warnings: [1, 1, 1] })
  expect(silent.warnings).toEqual([0, 0, 0])
})

test('a locked catalogue fails a start that may not wait, with one line', async () => {
  const { connectionString } = testDatabase.connection
  const [other, settings] = [new pg.Client(connectionString), new URL(connectionString)]
  settings.searchParams.set('options', '-c lock_timeout=500')
  await other.connect()
  await other.query('begin; lock table games in access exclusive mode')
  const portal = spawnPortal({
    ...inFolder(newDataDir()),
    settings: { DATABASE_URL: settings.href, AUTH_SECRET: 'a secret of thirty-two characters', LOG_LEVEL: 'error' },
  })
  expect(await endOf(portal)).toBe(1)
  await other.end()
  expect(portal.output()).toMatch(
    /^The database cannot be used: canceling statement due to lock timeout \(another session has locked [^\n]*\)\n$/,
  )
})

test.skipIf(!canDropRoot())('an ordinary user can run a build made by root', async () => {
  const dataDir = newDataDir()
  chownSync(dataDir, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  const portal = await startPortal({ ...inFolder(dataDir), identity: UNPRIVILEGED })
  expect((await fetch(new URL('/play/bridge.js', portal.url))).status).toBe(200)
  signalRoles(dataDir, ['server.mjs'], 'SIGTERM')
  expect(await endOf(portal)).toBe(0)
})

test.skipIf(!canDropRoot())('files that only root can read fail an ordinary user’s start with one line', async () => {
  const dataDir = newDataDir()
  chownSync(dataDir, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  mkdirSync(path.join(dataDir, 'files'))
  const portal = spawnPortal({ ...inFolder(dataDir), identity: UNPRIVILEGED })
  expect(await endOf(portal)).toBe(1)
  expect(portal.output()).toMatch(
    /^The data folder \S+ cannot be written: EACCES\b.*files'; give it to this account.*\n$/,
  )
})

test('a log that cannot be written, as on a full disk, does not stop the portal', async () => {
  const dataDir = newDataDir()
  const port = await findFreePort()
  const shell = `exec "${process.execPath}" server.mjs > /dev/full`
  const settings = {
    PORT: String(port),
    DATABASE_URL: testDatabase.connection.connectionString,
    AUTH_SECRET: 'a secret of thirty-two characters',
  }
  const portal = spawnPortal({ ...inFolder(dataDir), command: ['sh', '-c', shell], settings })
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      ({ status }) => status,
      () => 0,
    )
  while (!(await answers())) await sleep(100)
  // The log is written every second.
  for (let second = 0; second < 3; second++) {
    await sleep(1000)
    expect(await answers()).toBe(200)
  }
  signalRoles(dataDir, ['server.mjs'], 'SIGTERM')
  expect(await endOf(portal)).toBe(0)
  expect(await processesLeft(dataDir, 0)).toEqual([])
})

const WARNINGS = [
  'DATABASE_REPLICA_URL is ignored',
  'GOOGLE_CLIENT_ID is set without SMTP_URL',
  'Player pictures are stored only in DATA_DIR of this node',
]

/** Starts and stops a portal; returns the status of `/readyz`, and how often each warning is in the log. */
async function startAndStop(settings: Settings): Promise<{ ready: number; warnings: number[] }> {
  const dataDir = newDataDir()
  const portal = await startPortal({ ...inFolder(dataDir), settings })
  const { status: ready } = await fetch(new URL('/readyz', portal.url))
  signalRoles(dataDir, ['server.mjs'], 'SIGTERM')
  expect(await endOf(portal)).toBe(0)
  return { ready, warnings: WARNINGS.map((words) => portal.output().split(words).length - 1) }
}

function newDataDir(): string {
  const dataDir = path.join(temporary, String(++folders))
  mkdirSync(dataDir)
  return dataDir
}

/** The settings with which a user or a service starts a portal in a folder. */
function inFolder(dataDir: string): Start {
  return { dataDir, command: [process.execPath, 'cli/serve.mjs'], detached: true }
}

async function endOf({ ended }: { ended: Promise<End> }): Promise<number | string | null> {
  const { code, signal } = await ended
  return signal ?? code
}
