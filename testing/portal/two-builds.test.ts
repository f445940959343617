import { readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBuild } from '../../cli/prepare.mjs'
import { sendRequest } from '../faults/requests.ts'
import { createTestDatabase } from '../fixtures/database.ts'
import { settingsOf, startS3Server } from '../fixtures/s3-server.ts'
import { makeDataDir, startPortal } from './portal-process.ts'
import { endProcesses } from './processes.ts'
import { TEST_SETTINGS } from './settings.ts'

/** Nodes of two builds behind a load balancer without sticky sessions (docs/operating.md#several-nodes-and-builds). */

const dataDir = makeDataDir()
let database: Awaited<ReturnType<typeof createTestDatabase>>
let s3: Awaited<ReturnType<typeof startS3Server>>

beforeAll(async () => {
  checkBuild()
  database = await createTestDatabase()
  s3 = await startS3Server()
})
afterAll(async () => {
  await endProcesses(dataDir)
  await s3.close()
  await database.drop()
})

test('a node stores its build before it opens, and serves the stored files of another build', async () => {
  const portal = await startPortal({
    dataDir,
    settings: {
      ...TEST_SETTINGS,
      DATABASE_URL: database.connection.connectionString,
      ...settingsOf(s3),
    },
  })
  const [own, ...more] = [...s3.objects].filter(([key]) => key.startsWith('build_assets/'))
  expect(more).toEqual([])
  const bundle = JSON.parse(String(await promisify(gunzip)(own![1].content))) as Record<string, string>
  const built = readdirSync('build/client/assets').filter((name) => !/\.(br|gz)$/.test(name))
  expect(Object.keys(bundle).toSorted()).toEqual(built.toSorted())

  expect((await sendRequest(portal.url, '/assets/other-build.js')).status).toBe(404)
  const other = JSON.stringify({ 'other-build.js': Buffer.from('other()').toString('base64') })
  const key = `build_assets/${'a'.repeat(20)}/${new Date().toISOString().slice(0, 10)}.gz`
  s3.objects.set(key, { content: await promisify(gzip)(other), type: 'application/gzip' })
  const answer = await sendRequest(portal.url, '/assets/other-build.js')
  expect(answer).toMatchObject({ status: 200, text: 'other()' })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect((await sendRequest(portal.url, '/assets/no-build.js')).status).toBe(404)
  await portal.stop()
})
