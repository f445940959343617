import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createGame } from '../../testing/fixtures/games.ts'
import { createPlayer } from '../../testing/fixtures/players.ts'
import { createPost } from '../../testing/fixtures/posts.ts'
import { database } from '../db/connection.server.ts'
import { games } from '../db/schema/games.server.ts'
import { writeWhole } from '../server/files/write-file-whole.server.ts'
import { openLog } from '../server/process/log.server.ts'
import { findSharePicture } from './share-picture.server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-sharing-'))
let world: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  openLog({ level: 'silent', pretty: false })
  process.env.DATA_DIR = folder
  world = await createTestDatabase()
})
afterAll(async () => {
  await world.drop()
  rmSync(folder, { recursive: true })
})

test('a post with the picture of a game shows its poster once the game is hidden', async () => {
  const address = 'https://pictures.example/zebra.jpg'
  const name = createHash('sha256').update(address).digest('base64url')
  const red = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#f00' } })
    .webp()
    .toBuffer()
  await writeWhole(path.join(folder, 'pictures', name.slice(0, 2), `${name}-640.webp`), red)
  const game = await createGame({ imageUrl: address })
  const { id: playerId } = await createPlayer()
  const postWith = (size: string) => createPost({ playerId, title: 'Zebra', mediaUrl: `/pictures/${game.id}/${size}` })
  const [post, posterPost] = [await postWith('640'), await postWith('poster')]
  const poster = await findSharePicture('posts', posterPost.id)
  expect(await findSharePicture('posts', post.id)).not.toEqual(poster)
  await database().update(games).set({ status: 'hidden' }).where(eq(games.id, game.id))
  expect(await findSharePicture('posts', post.id)).toEqual(poster)
})
