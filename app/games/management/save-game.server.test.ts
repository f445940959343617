import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame } from '../../../testing/fixtures/games.ts'
import { inventedFeed } from '../../../testing/fixtures/invented-feed.ts'
import { createPlayer } from '../../../testing/fixtures/players.ts'
import { database } from '../../db/connection.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { findAbsentGame, findGameBySlug, findHeldGame } from '../catalogue/find-game.server.ts'
import { importFeed } from '../import/import-feed.server.ts'
import { listNewestGames } from '../lists/list-games.server.ts'
import { searchGames } from '../search/search-games.server.ts'
import { findManagedGame, type ManagedGame } from './managed-game.server.ts'
import type { GameFields } from './management-rules.ts'
import { resetField, saveGame, setGameStatus } from './save-game.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player
const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-managed-'))
const feed = inventedFeed(3)

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  operator = (await createPlayer({ role: 'operator' })) as unknown as Player
  await importEntries()
})
afterAll(async () => {
  await testDatabase.drop()
  rmSync(folder, { recursive: true })
})

function importEntries(entries: object[] = feed, dryRun = false) {
  const source = path.join(folder, 'feed.json')
  writeFileSync(source, JSON.stringify(entries))
  return importFeed({ provider: 'gamemonetize', source, dryRun })
}

async function gameOf(at: number): Promise<ManagedGame> {
  const { rows } = await database().execute<{ id: number }>(
    sql`select id from games where feed_position = ${at} and provider = 'gamemonetize' order by id limit 1`,
  )
  return (await findManagedGame(rows[0]!.id))!
}

const fieldsOf = (game: ManagedGame, over: Partial<GameFields>): GameFields => ({
  ...(Object.fromEntries(Object.entries(game).filter(([name]) => name in FIELDS)) as GameFields),
  ...over,
})
const FIELDS: Record<keyof GameFields, true> = {
  title: true, description: true, how_to_play: true, categories: true, tags: true, image_url: true, width: true,
  height: true, plays_on_phones: true, url: true, controls: true, age_rating: true, seo_title: true,
  seo_description: true, is_featured: true, is_original: true,
} // prettier-ignore

const save = (game: ManagedGame, over: Partial<GameFields>, slug = '') =>
  saveGame({ operator, id: game.id, seen: game.seen }, fieldsOf(game, over), slug)

test('a value that an operator has set survives every import, and follows the feed again once it is reset', async () => {
  const game = await gameOf(0)
  expect(await save(game, { title: 'Snails & Ladders', categories: ['Puzzle'] })).toEqual({ outcome: 'done' })
  const changed = feed.map((entry, at) => (at === 0 ? { ...entry, title: 'Renamed by the feed' } : entry))
  expect(await importEntries(changed)).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
  const saved = await gameOf(0)
  expect(saved).toMatchObject({
    title: 'Snails & Ladders',
    categories: ['Puzzle'],
    overrides: { title: 'Renamed by the feed' },
  })
  expect(Object.keys(saved.overrides).toSorted()).toEqual(['categories', 'title'])

  expect(await resetField({ operator, id: saved.id, seen: saved.seen }, 'title')).toEqual({ outcome: 'done' })
  expect(await gameOf(0)).toMatchObject({ title: 'Renamed by the feed', categories: ['Puzzle'] })
  expect(await importEntries()).toMatchObject({ changed: 1 })
  expect(await gameOf(0)).toMatchObject({ title: 'Ladders & Snails', categories: ['Puzzle'] })
})

test('a dry run leaves the stored values of the feed alone', async () => {
  const game = await gameOf(1)
  await save(game, { title: 'Mine' })
  await importEntries(
    feed.map((entry, at) => (at === 1 ? { ...entry, title: 'Theirs' } : entry)),
    true,
  )
  expect((await gameOf(1)).overrides).toEqual({ title: game.title })
  await save(await gameOf(1), { title: game.title })
  expect((await gameOf(1)).overrides).toEqual({})
})

test('of two operators who edit one game, the second is refused', async () => {
  const game = await gameOf(2)
  expect(await save(game, { title: 'First' })).toEqual({ outcome: 'done' })
  expect(await save(game, { title: 'Second' })).toMatchObject({ outcome: 'decided', act: 'changed' })
  expect((await gameOf(2)).title).toBe('First')
})

test('a hidden game is in no list and not found, and an import neither shows nor repeats it', async () => {
  const game = await gameOf(2)
  const set = async (status: 'hidden' | 'published' | 'deleted') =>
    setGameStatus({ operator, id: game.id, seen: (await findManagedGame(game.id))!.seen }, status, 'A test')
  expect(await set('hidden')).toEqual({ outcome: 'done' })
  expect(await findGameBySlug(game.slug)).toBeNull()
  expect(await findHeldGame(game.slug)).toMatchObject({ status: 'hidden', status_reason: 'A test', url: game.url })
  expect((await listNewestGames({ limit: 50 })).map(({ id }) => id)).not.toContain(game.id)
  expect((await searchGames('First')).map(({ id }) => id)).not.toContain(game.id)

  const moved = feed.map((entry, at) => (at === 2 ? { ...entry, description: 'Changed by the feed' } : entry))
  expect(await importEntries(moved)).toMatchObject({ created: 0, changed: 1 })
  expect(await importEntries(moved)).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
  expect(await findGameBySlug(game.slug)).toBeNull()

  expect(await set('published')).toEqual({ outcome: 'done' })
  expect(await findGameBySlug(game.slug)).toMatchObject({ url: game.url, description: 'Changed by the feed' })

  expect(await set('deleted')).toEqual({ outcome: 'done' })
  expect(await importEntries()).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
  expect(await findAbsentGame(game.slug)).toMatchObject({ status: 'deleted' })
  expect(await set('hidden')).toEqual({ outcome: 'done' })
  expect(await findAbsentGame(game.slug), 'a deleted game stays deleted').toMatchObject({ status: 'deleted' })
  await set('published')
  expect(await findGameBySlug(game.slug)).not.toBeNull()
})

test('a former slug leads to its game for ever, and no other game gets it', async () => {
  const game = await createGame({ slug: 'old-name', title: 'Old Name' })
  const managed = (await findManagedGame(game.id))!
  expect(await save(managed, {}, 'new-name')).toEqual({ outcome: 'done' })
  expect(await findAbsentGame('old-name')).toMatchObject({ id: game.id, slug: 'new-name' })
  const entry = { ...feed[0]!, title: 'Old Name', url: `https://html5.gamemonetize.com/${'9'.repeat(32)}/` }
  await importEntries([...feed, entry])
  expect(await findGameBySlug('old-name')).toBeNull()
  expect(await findGameBySlug('old-name-2')).toMatchObject({ title: 'Old Name' })
  const other = (await findManagedGame((await createGame()).id))!
  expect(await save(other, {}, 'old-name')).toEqual({ outcome: 'slug taken' })
  expect(await save((await findManagedGame(game.id))!, {}, 'old-name')).toEqual({ outcome: 'done' })
  expect(await findAbsentGame('new-name')).toMatchObject({ slug: 'old-name' })
})
