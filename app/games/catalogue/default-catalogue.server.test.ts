import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame, emptyCatalogue } from '../../../testing/fixtures/games.ts'
import { database } from '../../db/connection.server.ts'
import { games } from '../../db/schema/games.server.ts'
import { openLog } from '../../server/process/log.server.ts'
import { fillDefaultCatalogue } from './default-catalogue.server.ts'
import { findGameBySlug } from './find-game.server.ts'
import { countGames, listNewestGames } from '../lists/list-games.server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-catalogue-'))
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(emptyCatalogue)
afterAll(async () => {
  await testDatabase.drop()
  rmSync(folder, { recursive: true })
})

function bundled(slug: string, over: Record<string, unknown> = {}) {
  return {
    slug, isOriginal: false, title: `Game ${slug}`, description: 'About it.', howToPlay: ['Click', 'Win'], controls: [{ keys: ['Space'], does: 'jump' }],
    categories: ['Puzzle'], tags: ['fun'], publishedBy: 'Somebody', width: 960, height: 600, phones: true, pictures: ['picture-640.webp', 'picture-320.webp'],
    ...over,
  } // prettier-ignore
}

function fill(...entries: ReturnType<typeof bundled>[]) {
  const file = path.join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(entries))
  return fillDefaultCatalogue(file)
}

test('bundled games are added to the catalogue and its lists in order', async () => {
  const original = { isOriginal: true, pictures: ['poster-600.webp', 'poster-300.webp'] }
  expect(await fill(bundled('lamps', original), bundled('tiles'))).toBe(2)
  expect((await listNewestGames({ limit: 9 })).map(({ slug }) => slug)).toEqual(['lamps', 'tiles'])
  expect(await countGames(['all', 'original', 'category:puzzle'])).toEqual(
    new Map([
      ['all', 2],
      ['original', 1],
      ['category:puzzle', 2],
    ]),
  )
  expect(await findGameBySlug('tiles')).toMatchObject({
    provider: 'own',
    url: '/play/tiles/',
    how_to_play: 'Click\nWin',
    controls: [{ keys: ['Space'], does: 'jump' }],
    platform: 'Web Browser',
    published_by: 'Somebody',
    plays_on_phones: true,
    is_original: false,
    image_url: '/play/tiles/picture-640.webp',
    image_small_url: '/play/tiles/picture-320.webp',
    poster_url: null,
    views: 0,
  })
  expect(await findGameBySlug('lamps')).toMatchObject({
    is_original: true,
    image_url: null,
    poster_url: '/play/lamps/poster-600.webp',
    poster_small_url: '/play/lamps/poster-300.webp',
  })
})

test('filling again adds only missing games', async () => {
  await fill(bundled('lamps'))
  expect(await fill(bundled('lamps'))).toBe(0)
  expect(await fill(bundled('lamps'), bundled('tiles'))).toBe(1)
  expect(await countGames(['all'])).toEqual(new Map([['all', 2]]))
})

test('changes by an operator are preserved', async () => {
  await fill(bundled('lamps'))
  await database().update(games).set({ title: 'Their title', url: null }).where(eq(games.slug, 'lamps'))
  expect(await fill(bundled('lamps'))).toBe(0)
  expect(await findGameBySlug('lamps')).toMatchObject({ title: 'Their title', url: null })
})

test('a feed game that already has the slug keeps it, and the bundled game gets the next free one', async () => {
  await createGame({ slug: 'lamps', title: 'Of a feed' })
  expect(await fill(bundled('lamps'), bundled('tiles'))).toBe(2)
  expect(await findGameBySlug('lamps')).toMatchObject({ title: 'Of a feed', provider: 'gamemonetize' })
  expect(await findGameBySlug('lamps-2')).toMatchObject({ provider: 'own', url: '/play/lamps/' })
  expect(await fill(bundled('lamps'), bundled('tiles'))).toBe(0)
})

test('an empty catalogue file adds nothing', async () => {
  expect(await fill()).toBe(0)
})

test('a lock of another session on the catalogue is waited for and lines', async () => {
  const lines: string[] = []
  openLog({ level: 'info', pretty: false, sink: { write: (line) => void lines.push(line) } })
  const other = new pg.Client(testDatabase.connection)
  await other.connect()
  await other.query('begin; lock table games in share row exclusive mode')
  const filling = fill(bundled('tiles'))
  await expect.poll(() => lines.join()).toContain('Waiting for the catalogue, which another session')
  await other.end()
  expect(await filling).toBe(1)
})
