import { globSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openLog } from '../process/log.server.ts'
import { openSharedAssets, shareAssets } from './shared-assets.server.ts'
import { storage } from './storage.server.ts'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'playhall-shared-'))
const lines: string[] = []

beforeAll(() => {
  process.env.DATA_DIR = dataDir
  openLog({ level: 'info', pretty: false, sink: { write: (line) => void lines.push(line) } })
})
afterAll(() => rmSync(dataDir, { recursive: true }))

function makeBuild(name: string, files: Record<string, string>): string {
  const folder = path.join(dataDir, name)
  mkdirSync(folder)
  for (const [file, content] of Object.entries(files)) writeFileSync(path.join(folder, file), content)
  return folder
}

const stored = () => globSync('*/*', { cwd: path.join(dataDir, 'files/build_assets') })

test('every node serves each build of the last week unchanged', async () => {
  const find = openSharedAssets()
  expect(await find('/assets/main-Aa1_.js')).toBeNull()
  const endOld = await shareAssets(
    makeBuild('old', { 'main-Aa1_.js': 'old()', 'main-Aa1_.js.br': '…', 'a.css': 'a{}' }),
  )
  const endNew = await shareAssets(makeBuild('new', { '-Bb2.js': 'new()', 'face.woff2': 'face' }))
  expect(await find('/assets/main-Aa1_.js')).toEqual({
    content: Buffer.from('old()'),
    type: 'text/javascript; charset=utf-8',
  })
  expect(await find('/assets/-Bb2.js')).toMatchObject({ content: Buffer.from('new()') })
  expect(await find('/assets/face.woff2')).toMatchObject({ type: 'font/woff2' })
  for (const address of ['/assets/main-Aa1_.js.br', '/assets/none.js', '/assets/../auth-secret', '/assets/%2e%2e/x'])
    expect(await find(address)).toBeNull()
  endOld()
  endNew()
})

test('a build that is started again the same day is stored once, and not listed among uploads', async () => {
  const before = stored()
  ;(await shareAssets(path.join(dataDir, 'old')))()
  expect(stored().toSorted()).toEqual(before.toSorted())
  const keys: string[] = []
  for await (const key of storage().list()) keys.push(key)
  expect(keys).toEqual([])
})

test('a running build is stored again each day, and one that ended over a week ago is deleted', async () => {
  const folder = path.join(dataDir, 'files/build_assets')
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const [one, other] = stored().map((file) => path.dirname(file))
  renameSync(path.join(folder, one!, `${day(0)}.gz`), path.join(folder, one!, `${day(8)}.gz`))
  renameSync(path.join(folder, other!, `${day(0)}.gz`), path.join(folder, other!, `${day(7)}.gz`))
  ;(await shareAssets(makeBuild('third', { 'c.js': 'c()' })))()
  expect(stored()).toHaveLength(2)
  expect(stored()).toContain(`${other}/${day(7)}.gz`)
})

test('a damaged bundle is logged, and the others are served', async () => {
  await storage().put(
    `build_assets/${'0'.repeat(20)}/${new Date().toISOString().slice(0, 10)}.gz`,
    Buffer.from('x'),
    '',
  )
  expect(await openSharedAssets()('/assets/c.js')).toMatchObject({ content: Buffer.from('c()') })
  expect(lines.filter((line) => line.includes('is damaged'))).toHaveLength(1)
})

test('a storage that is down does not prevent a start, and gets the build a minute later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const before = stored().length
  const put = vi.spyOn(storage(), 'put').mockRejectedValueOnce(new Error('The S3 storage request failed'))
  const end = await shareAssets(makeBuild('fourth', { 'd.js': 'd()' }))
  expect(lines.join('')).toContain('so no other node serves them: The S3 storage request failed')
  vi.advanceTimersByTime(60_000)
  await expect.poll(() => stored().length).toBe(before + 1)
  end()
  put.mockRestore()
  vi.useRealTimers()
})
