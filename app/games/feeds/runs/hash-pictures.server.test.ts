import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/fixtures/database.ts'
import { createGame } from '../../../../testing/fixtures/games.ts'
import { database } from '../../../db/connection.server.ts'
import { hashPicture, hashPictures } from './hash-pictures.server.ts'
import { listPlanEntries } from './plan-entries.server.ts'
import { createFeed, entry, forgetFiles, run, runOf } from './testing.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-hashes-'))

beforeAll(async () => {
  process.env.DATA_DIR = folder
  testDatabase = await createTestDatabase()
})
afterAll(async () => {
  await testDatabase.drop()
  forgetFiles()
  rmSync(folder, { recursive: true })
})

/** Draws a picture with shapes, separately for each size. */
function draw(width: number, shift = 0): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90" width="${width}">
    <rect width="160" height="90" fill="#123"/><circle cx="${40 + shift}" cy="30" r="25" fill="#fc3"/>
    <rect x="80" y="${50 - shift / 2}" width="60" height="30" fill="#e55"/><circle cx="120" cy="20" r="12" fill="#9df"/></svg>`
  return sharp(Buffer.from(svg)).webp({ quality: width > 300 ? 80 : 60 }).toBuffer() // prettier-ignore
}

/** Stores a picture in the format of stored-picture.server.ts. */
function store(address: string, picture: Buffer): void {
  const name = createHash('sha256').update(address).digest('base64url')
  const file = path.join(folder, 'pictures', name.slice(0, 2), `${name}-320.webp`)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, picture)
}

test('the hash of a picture survives another size and compression, and differs for another picture', async () => {
  const hash = await hashPicture(await draw(320))
  expect(hash).toMatch(/^[0-9a-f]{16}$/)
  expect(await hashPicture(await draw(640))).toBe(hash)
  expect(await hashPicture(await draw(320, 60))).not.toBe(hash)
})

test('stored pictures are hashed, and a new game with the picture of another is noted in its run', async () => {
  const twin = await createGame({ provider: 'gamepix', title: 'Twin', imageUrl: 'https://img.gamepix.com/twin.png' })
  const feed = await createFeed()
  const runId = await run(feed, [entry('a'), entry('b'), entry('c')])
  store('https://img.gamepix.com/twin.png', await draw(640))
  store(String(entry('a').thumb), await draw(320))
  store(String(entry('b').thumb), await draw(320, 60))
  await hashPictures()
  const { rows } = await database().execute<{ games: number }>(sql`select count(*)::int as games from picture_hashes`)
  expect(rows).toEqual([{ games: 3 }])
  const { entries } = await listPlanEntries(runId, { page: 1, filter: 'duplicates' })
  expect(entries.map(({ title, duplicates }) => [title, duplicates])).toEqual([
    ['Game a', [{ gameId: twin.id, title: 'Twin', why: 'the same picture' }]],
  ])
  expect((await runOf(runId)).counts).toMatchObject({ new: 3, duplicates: 1 })
  // The next night, only new or changed pictures are hashed.
  await database().execute(sql`update picture_hashes set hash = 'old'`)
  await database().execute(sql`update games set image_url = 'https://img.gamepix.com/b.png' where title = 'Game b'`)
  store('https://img.gamepix.com/b.png', await draw(320, 60))
  await hashPictures()
  expect((await database().execute(sql`select from picture_hashes where hash <> 'old'`)).rows).toHaveLength(1)
})
