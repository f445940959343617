import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'
import { processesOf, signalTo, spawnPortal, startPortalProcess } from './portal-processes.ts'

const temporary = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'playhall-starting-')))
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let folders = 0

beforeAll(async () => {
  testDatabase = await createTestDatabase()
})

afterAll(async () => {
  await testDatabase.drop()
  rmSync(temporary, { recursive: true, force: true })
})

test('a secret that is damaged stops the start with one line, not the first sign-in', async () => {
  const dataDir = newDataDir()
  writeFileSync(path.join(dataDir, 'auth-secret'), 'half a secr')
  const portal = spawnPortal(dataDir)
  expect(await portal.ended).toBe(1)
  expect(portal.output()).toMatch(/^AUTH_SECRET is kept in \S+\/auth-secret, which is damaged: [^\n]*\n$/)
  expect(processesOf(dataDir)).toEqual([])
})

test('nodes on one database are warned that pictures of players stay on theirs, but with S3', async () => {
  const settings = {
    DATABASE_URL: testDatabase.connection.connectionString,
    AUTH_SECRET: 'a secret of thirty-two characters',
  }
  const s3 = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }
  const warnings = [settings, { ...settings, ...s3 }].map(async (given) => {
    const dataDir = newDataDir()
    const portal = await startPortalProcess(dataDir, undefined, given)
    signalTo(processesOf(dataDir), 'portal', 'SIGTERM')
    expect(await portal.ended).toBe(0)
    return portal
      .output()
      .split('\n')
      .filter((line) => line.includes('Pictures of players are kept in DATA_DIR'))
  })
  expect((await Promise.all(warnings)).map((lines) => lines.length)).toEqual([1, 0])
})

function newDataDir(): string {
  const dataDir = path.join(temporary, String(++folders))
  mkdirSync(dataDir)
  return dataDir
}
