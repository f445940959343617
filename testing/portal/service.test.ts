import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MALLOC, NODE_FLAGS } from '../../cli/node-flags.mjs'
import { checkBuild } from '../../cli/prepare.mjs'
import { createTestDatabase } from '../fixtures/database.ts'
import { makeDataDir, startPortal } from './portal-process.ts'
import { endProcesses, findProcesses } from './processes.ts'
import { SECRET } from './settings.ts'

const HOME = path.resolve('.')
const unit = readFileSync('docs/playhall.service', 'utf8')
const dataDir = makeDataDir()
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  checkBuild()
  testDatabase = await createTestDatabase()
})

afterAll(async () => {
  await endProcesses(dataDir)
  await testDatabase?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the ExecStart of the systemd unit starts the portal, and SIGTERM stops it', async () => {
  const installed = valueOf('WorkingDirectory')
  const command = valueOf('ExecStart').replaceAll(installed, HOME).split(' ')
  expect(command.slice(1)).toEqual([...NODE_FLAGS, 'server.mjs'])
  const settings = { DATABASE_URL: testDatabase.connection.connectionString, AUTH_SECRET: SECRET }
  const portal = await startPortal({ dataDir, command, settings })
  expect((await fetch(new URL('/healthz', portal.url))).status).toBe(200)
  expect(await portal.stop()).toEqual({ code: 0, signal: null })
  expect(findProcesses(dataDir)).toEqual([])
})

test('the systemd unit sets the same memory settings as npm start', () => {
  const set = valueOf('Environment').split(' ')
  expect(set).toEqual(Object.entries(MALLOC).map(([name, value]) => `${name}=${value}`))
})

function valueOf(name: string): string {
  const [, value = ''] = new RegExp(`^${name}=(.*)$`, 'm').exec(unit) ?? []
  return value
}
