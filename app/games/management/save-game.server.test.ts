import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame } from '../../../testing/fixtures/games.ts'
import { inventedFeed } from '../../../testing/fixtures/invented-feed.ts'
import { createPlayer } from '../../../testing/fixtures/players.ts'
import { database } from '../../db/connection.server.ts'
import { gameHealth } from '../../db/schema/game-health.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { findAbsentGame, findGameBySlug, findHeldGame } from '../catalogue/find-game.server.ts'
import { importFeed } from '../import/import-feed.server.ts'
import { listNewestGames } from '../lists/list-games.server.ts'
import { searchGames } from '../search/search-games.server.ts'
import { changeStatus } from './change-status.server.ts'
import { editedFieldsOf, versionsIn, versionsText } from './edit/field-versions.server.ts'
import type { Edit } from './edit/merge-edit.server.ts'
import { findManagedGame, type ManagedGame } from './managed-game.server.ts'
import type { EditedFields } from './management-rules.ts'
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

const save = (game: ManagedGame, over: Partial<EditedFields>, more: Partial<Edit> = {}) =>
  saveGame(
    { operator, id: game.id },
    {
      fields: { ...editedFieldsOf(game), ...over },
      base: versionsIn(versionsText(game))!,
      seen: game.seen,
      ...more,
    },
  )

const reset = (game: ManagedGame, field: 'title' | 'image_url') =>
  resetField({ operator, id: game.id }, field, versionsIn(versionsText(game))!)

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

  expect(await reset(saved, 'title')).toEqual({ outcome: 'done' })
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

test('of two operators who edit one game, the second is refused with both versions until one of each is chosen', async () => {
  const game = await gameOf(2)
  const other = (await createPlayer({ role: 'operator', username: 'mara_v' })) as unknown as Player
  const edit = { fields: { ...editedFieldsOf(game), title: 'First', tags: ['one'] }, seen: game.seen }
  const base = versionsIn(versionsText(game))!
  expect(await saveGame({ operator: other, id: game.id }, { ...edit, base })).toEqual({ outcome: 'done' })
  const mine = { title: 'Second', seo_title: 'Search me' }
  const refused = await save(game, mine)
  expect(refused).toMatchObject({
    outcome: 'conflict',
    conflict: {
      by: { who: 'mara_v', act: 'changed' },
      fields: [
        { field: 'title', mine: 'Second', theirs: 'First', preferred: null },
        { field: 'tags', mine: game.tags.join(', '), theirs: 'one', preferred: 'theirs' },
        { field: 'seo_title', mine: 'Search me', theirs: '', preferred: 'mine' },
      ],
    },
  })
  expect((await gameOf(2)).title).toBe('First')

  const { conflict } = refused as Extract<typeof refused, { outcome: 'conflict' }>
  const again = {
    seen: conflict.seen,
    base: versionsIn(conflict.base)!,
    unsettled: conflict.fields.map((one) => one.field),
  }
  const fields = { ...editedFieldsOf(game), ...mine }
  expect(await saveGame({ operator, id: game.id }, { ...again, fields, choices: { tags: 'theirs' } })).toMatchObject({
    outcome: 'conflict',
    conflict: { fields: [{ preferred: null }, { preferred: 'theirs' }, { preferred: null }] },
  })
  const choices = { title: 'mine', tags: 'theirs', seo_title: 'mine' } as const
  expect(await saveGame({ operator, id: game.id }, { ...again, fields, choices })).toEqual({ outcome: 'done' })
  expect(await gameOf(2)).toMatchObject({ title: 'Second', tags: ['one'], seo_title: 'Search me' })
})

test('of two operators who edit different fields, the second sees what the first has changed', async () => {
  const game = await gameOf(2)
  await save(game, { description: 'Mara’s description' })
  expect(await save(game, { seo_title: 'Another title' })).toMatchObject({
    outcome: 'conflict',
    conflict: {
      fields: [
        { field: 'description', theirs: 'Mara’s description', preferred: 'theirs' },
        { field: 'seo_title', mine: 'Another title', preferred: 'mine' },
      ],
    },
  })
})

test('an import while a form is open neither refuses the form nor is undone by it', async () => {
  const game = await gameOf(1)
  const changed = feed.map((entry, at) => (at === 1 ? { ...entry, description: 'Changed by the feed' } : entry))
  await importEntries(changed)
  expect(await save(game, { seo_title: 'Found' })).toEqual({ outcome: 'done' })
  expect(await gameOf(1)).toMatchObject({ seo_title: 'Found', description: 'Changed by the feed', overrides: {} })
  await importEntries()
})

test('an import that changes the same field is a conflict with nobody’s name', async () => {
  const game = await gameOf(0)
  await importEntries(feed.map((entry, at) => (at === 0 ? { ...entry, instructions: 'Press any key' } : entry)))
  expect(await save(game, { how_to_play: 'Press no key' })).toMatchObject({
    outcome: 'conflict',
    conflict: { by: null, fields: [{ field: 'how_to_play', mine: 'Press no key', theirs: 'Press any key' }] },
  })
  await importEntries()
})

test('saving what a form shows changes nothing, however untidy the game is stored', async () => {
  const { id } = await createGame({
    title: 'Two  spaces',
    description: 'One\r\n\n\n\nTwo ',
    controls: [{ keys: ['W', '↑'], does: 'jump' }],
  })
  const game = (await findManagedGame(id))!
  expect(await save(game, {})).toEqual({ outcome: 'done' })
  expect(await findManagedGame(id)).toEqual(game)
  await save(game, { seo_title: 'Tidy' })
  expect(await findManagedGame(id)).toMatchObject({ title: 'Two  spaces', overrides: {} })
})

test('a reset is refused if somebody else has changed the field since', async () => {
  const { id } = await createGame({ title: 'Fed' })
  const game = (await findManagedGame(id))!
  await save(game, { title: 'First' })
  const seen = (await findManagedGame(id))!
  await save(seen, { title: 'Second' })
  expect(await reset(seen, 'title')).toMatchObject({ outcome: 'decided', act: 'changed' })
  expect(await reset((await findManagedGame(id))!, 'title')).toEqual({ outcome: 'done' })
  expect(await findManagedGame(id)).toMatchObject({ title: 'Fed', overrides: {} })
  expect(await reset((await findManagedGame(id))!, 'title')).toEqual({ outcome: 'gone' })
})

test('a hidden game is in no list and not found, and an import neither shows nor repeats it', async () => {
  const game = await gameOf(2)
  const set = async (to: 'hidden' | 'published' | 'deleted') =>
    setGameStatus({ operator, id: game.id }, { from: (await findManagedGame(game.id))!.status, to, reason: 'A test' })
  expect(await set('hidden')).toEqual({ outcome: 'done' })
  expect(await findGameBySlug(game.slug)).toBeNull()
  expect(await findHeldGame(game.slug)).toMatchObject({ status: 'hidden', status_reason: 'A test', url: game.url })
  expect((await listNewestGames({ limit: 50 })).map(({ id }) => id)).not.toContain(game.id)
  expect((await searchGames(game.title)).map(({ id }) => id)).not.toContain(game.id)

  const moved = feed.map((entry, at) => (at === 2 ? { ...entry, instructions: 'Changed by the feed' } : entry))
  expect(await importEntries(moved)).toMatchObject({ created: 0, changed: 1 })
  expect(await importEntries(moved)).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
  expect(await findGameBySlug(game.slug)).toBeNull()

  expect(await set('published')).toEqual({ outcome: 'done' })
  expect(await findGameBySlug(game.slug)).toMatchObject({ url: game.url, how_to_play: 'Changed by the feed' })

  expect(await set('deleted')).toEqual({ outcome: 'done' })
  expect(await importEntries()).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
  expect(await findAbsentGame(game.slug)).toMatchObject({ status: 'deleted' })
  expect(await set('hidden')).toEqual({ outcome: 'gone' })
  expect(await findAbsentGame(game.slug), 'a deleted game stays deleted').toMatchObject({ status: 'deleted' })
  await set('published')
  expect(await findGameBySlug(game.slug)).not.toBeNull()
})

test('a status is not set over one that the operator has not seen', async () => {
  const { id } = await createGame()
  const set = (from: 'published' | 'hidden', to: 'hidden' | 'published') =>
    setGameStatus({ operator, id }, { from, to, reason: '' })
  await set('published', 'hidden')
  expect(await set('published', 'hidden')).toMatchObject({ outcome: 'decided', act: 'hidden' })
  expect(await set('hidden', 'published')).toEqual({ outcome: 'done' })
  await database().transaction((tx) => changeStatus(tx, [id], 'quarantined', 'By a check'))
  expect(await set('published', 'hidden'), 'no operator has changed it').toEqual({ outcome: 'changed' })
})

test('publishing a quarantined game dismisses the evidence against it', async () => {
  const { id } = await createGame({ status: 'quarantined', url: null, heldUrl: 'https://games.example/1' })
  await database()
    .insert(gameHealth)
    .values({ gameId: id, host: 'games.example', outcome: 'gone', times: 2, nextCheckAt: new Date() })
  await setGameStatus({ operator, id }, { from: 'quarantined', to: 'published', reason: '' })
  const [health] = await database().select().from(gameHealth).where(eq(gameHealth.gameId, id))
  expect(health).toMatchObject({ times: 0, dismissedAt: expect.any(Date) })
  expect(health!.nextCheckAt.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000)
})

test('a former slug leads to its game for ever, and no other game gets it', async () => {
  const game = await createGame({ slug: 'old-name', title: 'Old Name' })
  const managed = (await findManagedGame(game.id))!
  expect(await save(managed, { slug: 'new-name' })).toEqual({ outcome: 'done' })
  expect(await findAbsentGame('old-name')).toMatchObject({ id: game.id, slug: 'new-name' })
  const entry = { ...feed[0]!, title: 'Old Name', url: `https://html5.gamemonetize.com/${'9'.repeat(32)}/` }
  await importEntries([...feed, entry])
  expect(await findGameBySlug('old-name')).toBeNull()
  expect(await findGameBySlug('old-name-2')).toMatchObject({ title: 'Old Name' })
  const other = (await findManagedGame((await createGame()).id))!
  expect(await save(other, { slug: 'old-name' })).toEqual({ outcome: 'slug taken' })
  expect(await save((await findManagedGame(game.id))!, { slug: 'old-name' })).toEqual({ outcome: 'done' })
  expect(await findAbsentGame('new-name')).toMatchObject({ slug: 'old-name' })
})

test('the slug of a game that this portal serves stays, since browsers store its saved data under it', async () => {
  const { id } = await createGame({ provider: 'own', url: '/play/lamps/', slug: 'lamps' })
  const game = (await findManagedGame(id))!
  expect(await save(game, { slug: 'lanterns' })).toEqual({ outcome: 'slug fixed' })
  expect((await findManagedGame(id))!.slug).toBe('lamps')
})

test('a picture of the portal has its small size again after a reset', async () => {
  const imageUrl = '/play/lamps/picture-640.webp'
  const { id } = await createGame({ imageUrl, imageSmallUrl: '/play/lamps/picture-320.webp' })
  const uploaded = `/files/game_pictures/${id}/${'a'.repeat(22)}`
  const small = async () =>
    (await database().execute<{ small: string }>(sql`select image_small_url as small from games where id = ${id}`))
      .rows[0]
  await save((await findManagedGame(id))!, { image_url: `${uploaded}-640.webp` })
  expect(await small()).toEqual({ small: `${uploaded}-320.webp` })
  expect(await reset((await findManagedGame(id))!, 'image_url')).toEqual({ outcome: 'done' })
  expect(await findManagedGame(id)).toMatchObject({ image_url: imageUrl, overrides: {} })
  expect(await small()).toEqual({ small: '/play/lamps/picture-320.webp' })
})
