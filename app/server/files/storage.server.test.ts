import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type S3Server, startS3Server } from '../../../testing/fixtures/s3-server.ts'
import { openLog } from '../process/log.server.ts'
import { diskStorage } from './storage-disk.server.ts'
import { StorageDownError } from './storage-key.server.ts'
import { s3Storage } from './storage-s3.server.ts'
import type { Storage } from './storage-key.server.ts'

const home = mkdtempSync(path.join(os.tmpdir(), 'playhall-storage-'))
const folder = path.join(home, 'files')
let s3: S3Server

beforeAll(async () => {
  openLog({ level: 'silent', pretty: false })
  s3 = await startS3Server()
})

afterAll(async () => {
  await s3.close()
  rmSync(home, { recursive: true })
})

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true })
  s3.objects.clear()
})

const KEY = 'profile_pictures/7f9c2ba4-e88f-427d-8cdd-8a7d6f7f1a11/Ab-3_x.webp'

describe.each<[string, () => Storage]>([
  ['disk', () => diskStorage(folder)],
  ['S3', () => s3Storage(s3.settings)],
])('%s', (_, open) => {
  test('returns the stored content', async () => {
    const content = Uint8Array.from({ length: 70_000 }, (__, at) => at % 251)
    await open().put(KEY, content, 'image/webp')
    expect(await readAll(open(), KEY)).toEqual(Buffer.from(content))
  })

  test('a second put replaces the first', async () => {
    await open().put(KEY, Buffer.from('first, and longer'), 'image/webp')
    await open().put(KEY, Buffer.from('second'), 'image/webp')
    expect(String(await readAll(open(), KEY))).toBe('second')
  })

  test('twenty concurrent puts leave one of them complete', async () => {
    const contents = Array.from({ length: 20 }, (__, at) => String(at).repeat(9000))
    await Promise.all(contents.map((content) => open().put(KEY, Buffer.from(content), 'image/webp')))
    expect(contents).toContain(String(await readAll(open(), KEY)))
  })

  test.each([0, 5000, (17 << 20) + 5])('stores a file of %i bytes whole, and returns parts of it', async (size) => {
    const content = Buffer.alloc(size)
    for (let at = 0; at < size; at += 997) content[at] = at % 251
    const file = path.join(home, 'large')
    writeFileSync(file, content)
    const key = `game_files/ab/${size}.bin`
    await open().putFile(key, file, 'application/wasm')
    expect((await readAll(open(), key)).equals(content)).toBe(true)
    if (!size) return
    const part = await open().get(key, { start: 900, bytes: 1200 })
    expect(Buffer.from(await new Response(part).arrayBuffer())).toEqual(content.subarray(900, 2100))
    expect(await open().get('game_files/ab/none.bin', { start: 0, bytes: 1 })).toBeNull()
  })

  test('knows which files exist', async () => {
    await open().put(KEY, Buffer.from('a'), 'image/webp')
    expect([await open().has(KEY), await open().has('profile_pictures/nobody/none.webp')]).toEqual([true, false])
  })

  test('a removed file no longer exists, and may be removed again', async () => {
    await open().put(KEY, Buffer.from('a'), 'image/webp')
    await open().remove(KEY)
    expect(await open().get(KEY)).toBeNull()
    await open().remove(KEY)
  })

  test('an unknown key returns null', async () => {
    expect(await open().get('profile_pictures/nobody/none.webp')).toBeNull()
    expect(await open().get('no_such_folder/none.webp')).toBeNull()
  })

  test('a folder is removed with its files, and no other folder is', async () => {
    const keys = ['profile_pictures/a/1.webp', 'profile_pictures/a/2.webp', 'profile_pictures/ab/1.webp']
    for (const key of keys) await open().put(key, Buffer.from(key), 'image/webp')
    await open().removeAll('profile_pictures/a')
    const left = await Promise.all(keys.map((key) => open().get(key)))
    for (const stream of left) await stream?.cancel()
    expect(left.map(Boolean)).toEqual([false, false, true])
    await open().removeAll('profile_pictures/a')
  })

  test('lists the keys of all files and nothing else', async () => {
    const keys = ['profile_pictures/c/1.webp', 'profile_pictures/c/2.webp', 'profile_pictures/d/1.webp']
    for (const key of keys) await open().put(key, Buffer.from(key), 'image/webp')
    mkdirSync(path.join(folder, 'profile_pictures/c'), { recursive: true })
    writeFileSync(path.join(folder, 'profile_pictures/c/.half-written'), '')
    writeFileSync(path.join(folder, 'stranger.webp'), '')
    s3.objects.set('elsewhere/a/1.webp', { content: Buffer.from('a'), type: 'image/webp' })
    const listed: string[] = []
    for await (const key of open().list()) listed.push(key)
    expect(listed.toSorted()).toEqual(keys)
  })

  test('refuses a folder that backups do not include', async () => {
    await expect(open().put('elsewhere/a/1.webp', Buffer.from('a'), 'image/webp')).rejects.toThrow(TypeError)
  })

  test.each([
    '../x.webp', '/etc/passwd', 'a/../../x.webp', 'a/./x.webp', 'a//x.webp', 'a/x', 'x.webp', 'a/x.webp/', 'a\\x.webp', 'a/x\0.webp', 'a/.hidden',
    'a/x.webp\n', 'a/x y.webp', 'a/%2e%2e/x.webp', '', `a/${'x'.repeat(300)}.webp`,
  ])('refuses the key %j', async (key) => {
    await expect(open().put(key, Buffer.from('a'), 'image/webp')).rejects.toThrow(TypeError)
    await expect(open().get(key)).rejects.toThrow(TypeError)
    await expect(open().remove(key)).rejects.toThrow(TypeError)
  }) // prettier-ignore

  test.each(['', 'profile_pictures', '..', 'a/..', 'profile_pictures/', '/a/b', 'a/b/.'])(
    'refuses to remove the folder %j',
    async (name) => {
      await expect(open().removeAll(name)).rejects.toThrow(TypeError)
    },
  )
})

test('the disk contains only complete files', async () => {
  await diskStorage(folder).put('profile_pictures/tidy/a.webp', Buffer.from('a'), 'image/webp')
  expect(readdirSync(path.join(folder, 'profile_pictures/tidy'))).toEqual(['a.webp'])
})

test('a disk that cannot be written to counts as down', async () => {
  const file = path.join(home, 'a-file')
  writeFileSync(file, '')
  await expect(diskStorage(file).put(KEY, Buffer.from('a'), 'image/webp')).rejects.toThrow(StorageDownError)
  symlinkSync('/nowhere/at/all', path.join(home, 'dangling'))
  await expect(diskStorage(path.join(home, 'dangling')).put(KEY, Buffer.from('a'), 'image/webp')).rejects.toThrow(
    StorageDownError,
  )
})

test('S3 lists more files than fit in one response', async () => {
  const many = Array.from({ length: 2345 }, (_, at) => `profile_pictures/many/${at}.webp`)
  for (const key of many) s3.objects.set(key, { content: Buffer.from(''), type: 'image/webp' })
  const listed: string[] = []
  for await (const key of s3Storage(s3.settings).list()) listed.push(key)
  expect(listed.toSorted()).toEqual(many.toSorted())
})

test('S3 receives a large file in parts, and nothing of it if one fails', async () => {
  const file = path.join(home, 'parts')
  writeFileSync(file, Buffer.alloc(9 << 20, 'a'))
  let answers = 0
  // The first part is uploaded, and the second one fails.
  s3.beforeAnswer = async () => void (++answers === 2 && s3.failWith(500))
  const putting = s3Storage(s3.settings).putFile('game_files/ab/parts.bin', file, 'application/wasm')
  await expect(putting).rejects.toThrow(StorageDownError)
  s3.beforeAnswer = null
  s3.failWith(0)
  expect(s3.objects.has('game_files/ab/parts.bin')).toBe(false)
  await s3Storage(s3.settings).putFile('game_files/ab/parts.bin', file, 'application/wasm')
  expect(s3.objects.get('game_files/ab/parts.bin')?.type).toBe('application/wasm')
})

test('S3 stores the content type', async () => {
  await s3Storage(s3.settings).put(KEY, Buffer.from('a'), 'image/webp')
  expect(s3.objects.get(KEY)).toEqual({ content: Buffer.from('a'), type: 'image/webp' })
})

test.each([
  ['secretAccessKey', 'another secret'],
  ['accessKeyId', 'another key'],
  ['region', 'us-east-1'],
  ['bucket', 'another-bucket'],
  ['endpoint', 'http://127.0.0.1:1'],
])('S3 with a wrong %s is down', async (name, value) => {
  const wrong = s3Storage({ ...s3.settings, [name]: value })
  await expect(wrong.put(KEY, Buffer.from('b'), 'image/webp')).rejects.toThrow(StorageDownError)
  if (name !== 'bucket') await expect(wrong.get(KEY)).rejects.toThrow(StorageDownError)
  expect(String(s3.objects.get(KEY)?.content)).not.toBe('b')
})

test('a failing S3 counts as down, and works again afterwards', async () => {
  const open = s3Storage(s3.settings)
  await open.put(KEY, Buffer.from('c'), 'image/webp')
  s3.failWith(500)
  await expect(open.get(KEY)).rejects.toThrow(StorageDownError)
  await expect(open.remove(KEY)).rejects.toThrow(StorageDownError)
  await expect(open.removeAll('profile_pictures/a')).rejects.toThrow(StorageDownError)
  s3.failWith(0)
  expect(String(await readAll(open, KEY))).toBe('c')
})

test('S3 may take long to transfer a file, but not to respond', async () => {
  const [open, content] = [s3Storage(s3.settings), Buffer.alloc(4 << 20, 'a')]
  s3.objects.set(KEY, { content, type: 'image/webp' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const stream = await open.get(KEY)
  vi.advanceTimersByTime(60_000)
  expect(Buffer.from(await new Response(stream).arrayBuffer()).equals(content)).toBe(true)

  s3.beforeAnswer = async () => void vi.advanceTimersByTime(30_000)
  await open.put('profile_pictures/slow/1.webp', content, 'image/webp')
  s3.beforeAnswer = async () => void vi.advanceTimersByTime(6000)
  await expect(open.put(KEY, Buffer.from('a'), 'image/webp')).rejects.toThrow(StorageDownError)
  await expect(open.get(KEY)).rejects.toThrow(StorageDownError)
  await expect(open.has(KEY)).rejects.toThrow(StorageDownError)
  await expect(open.remove(KEY)).rejects.toThrow(StorageDownError)
  await expect(open.list()[Symbol.asyncIterator]().next()).rejects.toThrow(StorageDownError)
  s3.beforeAnswer = null
})

async function readAll(open: Storage, key: string): Promise<Buffer> {
  const stream = await open.get(key)
  return Buffer.from(await new Response(stream).arrayBuffer())
}
