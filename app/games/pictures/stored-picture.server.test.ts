import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { database } from '../../db/connection.server.ts'
import { missingPictures } from '../../db/schema/games.server.ts'
import { createGame, createGames, daysAgo, emptyCatalogue } from '../../../testing/fixtures/games.ts'
import { openLog } from '../../server/process/log.server.ts'
import { dropAllCached } from '../../server/cache/data-cache.server.ts'
import { recordFoundPicture, recordMissingPicture } from './missing-pictures.server.ts'
import { findMissingPictures, findStoredPicture, picturesUnderWay } from './stored-picture.server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-pictures-'))
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  process.env.DATA_DIR = folder
  testDatabase = await createTestDatabase()
})
beforeEach(async () => {
  await emptyCatalogue()
  dropAllCached()
})
afterAll(async () => {
  await testDatabase.drop()
  rmSync(folder, { recursive: true })
})

/** Stores a picture like a fetched one. */
function storePicture(address: string, width: number, content: string): void {
  writeFileSync(pathOf(address, width), content)
}

/** Returns the path of the picture's file, and creates its folder. */
function pathOf(address: string, width: number): string {
  const name = createHash('sha256').update(address).digest('base64url')
  const shelf = path.join(folder, 'pictures', name.slice(0, 2))
  mkdirSync(shelf, { recursive: true })
  return path.join(shelf, `${name}-${width}.webp`)
}

test('a stored picture is returned in the requested width', async () => {
  const address = 'https://img.gamemonetize.com/kept/512x384.jpg'
  const { id } = await createGame({ imageUrl: address })
  storePicture(address, 320, 'small')
  storePicture(address, 640, 'large')
  expect(String(await findStoredPicture(id, 320))).toBe('small')
  expect(String(await findStoredPicture(id, 640))).toBe('large')
})

test('long addresses that differ only at their end are stored separately', async () => {
  const address = (end: string) => `https://127.0.0.1/${'a'.repeat(300)}/${end}.jpg`
  const [one, other] = await createGames([{ imageUrl: address('one') }, { imageUrl: address('two') }])
  storePicture(address('one'), 320, 'of one')
  expect(String(await findStoredPicture(one!.id, 320))).toBe('of one')
  expect(await findStoredPicture(other!.id, 320)).toBeNull()
})

test('a game without a picture, a self-hosted game and an unknown game have no stored picture', async () => {
  const [none, own] = await createGames([{ imageUrl: null }, { imageUrl: '/play/lamps/picture-640.webp' }])
  expect(await findStoredPicture(none!.id, 320)).toBeNull()
  expect(await findStoredPicture(own!.id, 640)).toBeNull()
  expect(await findStoredPicture(999, 640)).toBeNull()
})

test('a picture on a loopback address is never fetched and leaves no file', async () => {
  const { id } = await createGame({ imageUrl: 'http://127.0.0.1:1/secret.jpg' })
  const before = globSync(`${folder}/**/*`).length
  expect(await findStoredPicture(id, 640)).toBeNull()
  expect(globSync(`${folder}/**/*`)).toHaveLength(before)
})

test('hundreds of concurrent failures leave the queue empty', async () => {
  const games = await createGames(
    Array.from({ length: 300 }, (_, at) => ({ imageUrl: `https://127.0.0.${(at % 200) + 2}/${at}.jpg` })),
  )
  const found = await Promise.all(games.map(({ id }) => findStoredPicture(id, 320)))
  expect(new Set(found)).toEqual(new Set([null]))
  expect(picturesUnderWay()).toEqual({ running: 0, waiting: 0, making: 0 })
})

test('unstored pictures of an unreachable host are missing until one of them is fetched', async () => {
  const address = (name: string) => `https://127.0.0.1:2/${name}.jpg`
  const games = await createGames(['one', 'other', 'kept'].map((name) => ({ imageUrl: address(name) })))
  const ids = games.map(({ id }) => id)
  storePicture(address('kept'), 320, 'kept')
  expect(await findMissingPictures(ids)).toEqual(new Set())
  await findStoredPicture(ids[0]!, 320, 15_000, { allowLoopback: true })
  expect(await findMissingPictures(ids)).toEqual(new Set(ids.slice(0, 2)))
  await recordFoundPicture(address('other'))
  expect(await findMissingPictures(ids)).toEqual(new Set())
})

test('a refused picture does not mark others as missing', async () => {
  const games = await createGames(['one', 'other'].map((name) => ({ imageUrl: `https://127.0.0.1:3/${name}.jpg` })))
  const ids = games.map(({ id }) => id)
  await recordMissingPicture('https://127.0.0.1:3/one.jpg', false)
  expect(await findMissingPictures(ids)).toEqual(new Set([ids[0]]))
})

test('an SVG from a provider is refused, even when named .png', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="36"><rect width="64" height="36"/></svg>'
  let fetched = 0
  const provider = createServer((_, response) => (fetched++, response.end(drawing))).listen(0, '127.0.0.1')
  await new Promise((resolve) => provider.once('listening', resolve))
  const { port } = provider.address() as AddressInfo
  const { id } = await createGame({ imageUrl: `http://127.0.0.1:${port}/drawing.png` })
  expect(await findStoredPicture(id, 320, 15_000, { allowLoopback: true })).toBeNull()
  expect(fetched).toBe(1)
  expect(await findMissingPictures([id])).toEqual(new Set([id]))
  provider.close()
})

test('a picture that is too large does not stop others of its host', async () => {
  const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const provider = createServer((request, response) => {
    response.end(request.url === '/large.png' ? Buffer.alloc(9e6) : small)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => provider.once('listening', resolve))
  const { port } = provider.address() as AddressInfo
  const find = async (name: string) => {
    const { id } = await createGame({ imageUrl: `http://127.0.0.1:${port}/${name}.png` })
    return findStoredPicture(id, 320, 15_000, { allowLoopback: true })
  }
  expect(await find('large')).toBeNull()
  expect(await find('small')).not.toBeNull()
  provider.close()
})

test('a note older than a day is ignored, and the next note deletes it', async () => {
  const { id } = await createGame({ imageUrl: 'https://127.0.0.1:4/old.jpg' })
  await recordMissingPicture('https://127.0.0.1:4/old.jpg', false)
  await database()
    .update(missingPictures)
    .set({ seenAt: daysAgo(2) })
  expect(await findMissingPictures([id])).toEqual(new Set())
  await recordMissingPicture('https://127.0.0.1:4/new.jpg', false)
  expect(await database().$count(missingPictures)).toBe(1)
})

test('while storing fails, a picture is fetched only once and leaves no file, and it is returned once storing works', async () => {
  openLog({ level: 'silent', pretty: false })
  const picture = await sharp({ create: { width: 64, height: 36, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  let fetched = 0
  const provider = createServer((_, response) => (fetched++, response.end(picture))).listen(0, '127.0.0.1')
  await new Promise((resolve) => provider.once('listening', resolve))
  const host = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const games = await createGames(['one', 'other'].map((name) => ({ imageUrl: `${host}/${name}.png` })))
  const find = (at: number, width: 320 | 640 = 320) =>
    findStoredPicture(games[at]!.id, width, 15_000, { allowLoopback: true })
  const blockedPath = pathOf(`${host}/one.png`, 640)
  mkdirSync(path.join(blockedPath, 'in the way'), { recursive: true })

  expect([await find(0, 640), await find(0, 640), await find(1)]).toEqual([null, null, null])
  expect(fetched).toBe(1)
  expect(globSync(`${folder}/pictures/*/.*`)).toEqual([])
  expect(await findMissingPictures(games.map(({ id }) => id))).toEqual(new Set())

  rmSync(blockedPath, { recursive: true })
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 61_000)
  expect((await sharp((await find(0, 640))!).metadata()).width).toBe(640)
  expect((await sharp((await find(1))!).metadata()).width).toBe(320)
  clock.mockRestore()
  provider.close()
})
