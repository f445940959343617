import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOBS } from '../../app/jobs.server.ts'
import { storage } from '../../app/server/files/storage.server.ts'
import { config } from '../../app/server/process/config.server.ts'
import { deletingSharePictures } from '../../app/sharing/forget-share-pictures.server.ts'
import { SHARE_PICTURE_SIZE } from '../../app/site/share-picture-href.ts'
import { type BuiltPortal, startBuiltPortal } from '../portal/built-portal.ts'
import { createGame } from '../fixtures/games.ts'
import { createPlayer } from '../fixtures/players.ts'
import { createPost } from '../fixtures/posts.ts'

/** Tests the pictures of shared links (docs/product.md#sharing) against the built portal. */

let portal: BuiltPortal
beforeAll(async () => {
  portal = await startBuiltPortal()
})
afterAll(() => portal?.stop())

const requestPicture = async (at: string) => {
  const { status, headers, body } = await portal.send(at)
  return { status, type: headers['content-type'], body }
}
const storedFiles = () => readdir(path.join(config().dataDir, 'share-pictures'))

test('a page declares its own picture, which shows its title and is drawn once', async () => {
  const game = await createGame({ title: 'Moto Rush' })
  const { text } = await portal.send(`/games/${game.slug}`)
  const address = /property="og:image" content="http:\/\/[^/]+(\/share-pictures\/games\/\d+)"/.exec(text)?.[1]
  expect(address).toBe(`/share-pictures/games/${game.id}`)
  const [one, same] = await Promise.all([requestPicture(address!), requestPicture(address!)])
  expect(one).toMatchObject({ status: 200, type: 'image/jpeg' })
  expect(same.body).toEqual(one.body)
  const { format, width, height } = await sharp(one.body).metadata()
  expect([format, width, height]).toEqual(['jpeg', ...SHARE_PICTURE_SIZE])
  const files = await storedFiles()
  await requestPicture(address!)
  expect(await storedFiles()).toEqual(files)
  const other = await createGame({ title: 'Another title' })
  expect((await requestPicture(`/share-pictures/games/${other.id}`)).body).not.toEqual(one.body)
})

test('share pictures are redrawn after the site is renamed', async () => {
  const { id } = await createGame({ title: 'Nine Doors' })
  const before = await requestPicture(`/share-pictures/games/${id}`)
  const { siteName } = config()
  Object.assign(config(), { siteName: 'The Lampworks' })
  try {
    expect((await requestPicture(`/share-pictures/games/${id}`)).body).not.toEqual(before.body)
  } finally {
    Object.assign(config(), { siteName })
  }
})

test('a game without a picture shows its poster', async () => {
  const game = await createGame({ imageUrl: null, categories: ['Sports'] })
  const { body } = await requestPicture(`/share-pictures/games/${game.id}`)
  const { channels } = await sharp(body).extract({ left: 600, top: 180, width: 500, height: 270 }).stats()
  // The sheet under it is nearly black.
  expect(Math.max(...channels.map(({ mean }) => mean))).toBeGreaterThan(60)
})

test('a post shows its own picture, and none while it is pending', async () => {
  const author = await createPlayer()
  const key = `post_pictures/${author.id}/lamps.webp`
  const red = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#f00' } })
    .webp()
    .toBuffer()
  await storage().put(key, red, 'image/webp')
  const { id } = await createPost({ playerId: author.id, title: 'All nine doors', mediaUrl: `/files/${key}` })
  const { body } = await requestPicture(`/share-pictures/posts/${id}`)
  const { data } = await sharp(body)
    .extract({ left: 850, top: 315, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(data[0]).toBeGreaterThan(200)
  expect(data[1]).toBeLessThan(60)
  const held = await createPost({ state: 'held' })
  expect((await requestPicture(`/share-pictures/posts/${held.id}`)).status).toBe(404)
})

test('under many requests some pictures are drawn and the rest get the site’s picture', async () => {
  const author = await createPlayer()
  const posts = []
  // Pictures without another picture in them are drawn fast.
  for (let at = 0; at < 45; at++) posts.push(await createPost({ playerId: author.id, title: `Crowd ${at}` }))
  const answers = await Promise.all(posts.map(({ id }) => requestPicture(`/share-pictures/posts/${id}`)))
  expect(answers.filter(({ status }) => status === 302).length).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
})

test('pictures older than a week are deleted each night', async () => {
  const game = await createGame({ title: 'Old Lamps' })
  const before = new Set(await storedFiles())
  await requestPicture(`/share-pictures/games/${game.id}`)
  const [drawn] = (await storedFiles()).filter((name) => !before.has(name))
  const age = async (name: string, days: number) => {
    const at = Date.now() / 1000 - days * 86_400
    await utimes(path.join(config().dataDir, 'share-pictures', name), at, at)
  }
  await age(drawn!, 6)
  await deletingSharePictures.work({}, {} as never)
  expect(await storedFiles()).toContain(drawn)
  await age(drawn!, 8)
  await deletingSharePictures.work({}, {} as never)
  expect(await storedFiles()).not.toContain(drawn)
  expect(JOBS).toContain(deletingSharePictures)
  expect(await requestPicture(`/share-pictures/games/${game.id}`)).toMatchObject({ status: 200, type: 'image/jpeg' })
  expect(await storedFiles()).toContain(drawn)
})

test('missing pages have no picture, and the site has its own', async () => {
  for (const at of ['games/999999', 'posts/999999', 'players/1', 'games/x', '']) {
    expect((await requestPicture(`/share-pictures/${at}`)).status, at).toBe(404)
  }
  expect(await requestPicture('/share-pictures/site')).toMatchObject({ status: 200, type: 'image/jpeg' })
})
