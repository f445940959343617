import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createGame, createGames, emptyCatalogue } from '../../testing/fixtures/games.ts'
import { createPlayer, signIn } from '../../testing/fixtures/players.ts'
import { database } from '../db/connection.server.ts'
import { players } from '../db/schema/accounts.server.ts'
import { games } from '../db/schema/games.server.ts'
import { wishlistEntries } from '../db/schema/wishlist.server.ts'
import { listCards } from '../games/lists/list-games.server.ts'
import { MAX_WISHES, WISHES_ON_PAGE } from './wishlist-rules.ts'
import { addRememberedWishes, addWish, countWishes, removeWish, wishesOnPage } from './wishlist.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  process.env.AUTH_SECRET = 'a secret of thirty-two characters'
  testDatabase = await createTestDatabase()
})
beforeEach(emptyCatalogue)
afterAll(() => testDatabase.drop())

const entriesOf = ({ id }: { id: string }) =>
  database().select().from(wishlistEntries).where(eq(wishlistEntries.playerId, id))

const importWishes = (playerId: string, wishes: { id: number; at: number }[]) =>
  database().transaction((tx) => addRememberedWishes(tx, playerId, wishes))

/** Returns the ids of the games on a page of the wishlist. */
async function pageOf(token: string, page = 1): Promise<number[]> {
  return (await listCards(wishesOnPage(token, page))).map(({ id }) => id)
}

test('a game is added to the wishlist once, even if requested twice, and can be removed', async () => {
  const [player, game] = [await createPlayer(), await createGame()]
  expect(await addWish(player.id, game.id)).toBe('there')
  expect(await addWish(player.id, game.id)).toBe('there')
  expect(await entriesOf(player)).toMatchObject([{ gameId: game.id }])
  expect(await removeWish(player.id, game.id)).toBe('there')
  expect(await removeWish(player.id, game.id)).toBe('there')
  expect(await entriesOf(player)).toEqual([])
})

test('an unknown game cannot be added or removed', async () => {
  const player = await createPlayer()
  expect(await addWish(player.id, 999)).toBe('no game')
  expect(await removeWish(player.id, 999)).toBe('no game')
})

test('a full wishlist takes no more games, singly or from a browser, until one is removed', async () => {
  const player = await createPlayer()
  const ids = (await createGames(Array.from({ length: MAX_WISHES + 2 }, () => ({})))).map(({ id }) => id)
  const [first = 0, last = 0] = [ids[0], ids.at(-1)]
  const stored = ids.slice(0, MAX_WISHES - 1).map((id) => ({ id, at: Date.now() }))
  await importWishes(player.id, stored)
  expect(await addWish(player.id, ids[MAX_WISHES - 1]!)).toBe('there')
  expect(await addWish(player.id, last)).toBe('full')
  expect(await addWish(player.id, first)).toBe('there')
  await importWishes(player.id, [{ id: last, at: Date.now() }])
  expect(await entriesOf(player)).toHaveLength(MAX_WISHES)
  await removeWish(player.id, first)
  expect(await addWish(player.id, last)).toBe('there')
})

test('the latest wishes of a browser are imported as far as they fit, existing ones take no space, and the rest are listed', async () => {
  const player = await createPlayer()
  const ids = (await createGames(Array.from({ length: MAX_WISHES + 2 }, () => ({})))).map(({ id }) => id)
  const [here = 0, oldest = 0, older = 0, latest = 0] = [ids[0], ...ids.slice(-3)]
  await database()
    .insert(wishlistEntries)
    .values(ids.slice(0, MAX_WISHES - 1).map((gameId) => ({ playerId: player.id, gameId })))
  const given = [
    { id: oldest, at: 1 },
    { id: here, at: 2 },
    { id: latest, at: 4 },
    { id: older, at: 3 },
    { id: 2_147_483_647, at: 5 },
  ]
  const outcome = { moved: [here, latest], left: [oldest, older] }
  expect(await importWishes(player.id, given)).toEqual(outcome)
  expect(await importWishes(player.id, given)).toEqual(outcome)
  expect(await entriesOf(player)).toHaveLength(MAX_WISHES)
  await removeWish(player.id, here)
  expect(await importWishes(player.id, given.slice(0, 1))).toEqual({ moved: [oldest], left: [] })
})

test('players cannot change each other’s wishlist', async () => {
  const [player, other, game] = [await createPlayer(), await createPlayer(), await createGame()]
  await addWish(player.id, game.id)
  await removeWish(other.id, game.id)
  expect(await entriesOf(player)).toHaveLength(1)
  expect(await entriesOf(other)).toEqual([])
})

test('fifty concurrent additions add a game once', async () => {
  const [player, game] = [await createPlayer(), await createGame()]
  await Promise.all(Array.from({ length: 50 }, () => addWish(player.id, game.id)))
  expect(await entriesOf(player)).toHaveLength(1)
})

test('concurrent additions and removals leave at most one entry', async () => {
  const [player, game] = [await createPlayer(), await createGame()]
  await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 ? addWish : removeWish)(player.id, game.id)))
  expect((await entriesOf(player)).length).toBeLessThanOrEqual(1)
  await removeWish(player.id, game.id)
  expect(await entriesOf(player)).toEqual([])
})

test('pages list the newest entries first and end with the wishlist', async () => {
  const player = await createPlayer()
  const { token } = await signIn(player)
  expect(await countWishes(token)).toBe(0)
  const ids = (await createGames(Array.from({ length: WISHES_ON_PAGE + 2 }, () => ({})))).map(({ id }) => id)
  for (const id of ids) await addWish(player.id, id)
  const newest = ids.toReversed()
  expect(await countWishes(token)).toBe(WISHES_ON_PAGE + 2)
  expect(await pageOf(token)).toEqual(newest.slice(0, WISHES_ON_PAGE))
  expect(await pageOf(token, 2)).toEqual(newest.slice(WISHES_ON_PAGE))
  expect(await pageOf(token, 3)).toEqual([])
})

test('an invalid session has no wishlist', async () => {
  const player = await createPlayer()
  await addWish(player.id, (await createGame()).id)
  expect(await countWishes('no session')).toBeNull()
  expect(await pageOf('no session')).toEqual([])
})

test('imported wishes keep their time, but never one in the future', async () => {
  const player = await createPlayer()
  const { token } = await signIn(player)
  const [old, late, here] = await createGames([{}, {}, {}])
  await addWish(player.id, here!.id)
  const tomorrow = Date.now() + 86_400_000
  expect(
    await importWishes(player.id, [
      { id: old!.id, at: 1000 },
      { id: late!.id, at: tomorrow },
    ]),
  ).toEqual({ moved: [old!.id, late!.id], left: [] })
  expect(await pageOf(token)).toEqual([late!.id, here!.id, old!.id])
  const entries = await entriesOf(player)
  expect(entries.every(({ createdAt }) => createdAt.getTime() < tomorrow)).toBe(true)
})

test('an import does not change existing entries, and skips duplicates and unknown games', async () => {
  const [player, game] = [await createPlayer(), await createGame()]
  await addWish(player.id, game.id)
  const before = await entriesOf(player)
  const given = [
    { id: game.id, at: 1 },
    { id: game.id, at: 2 },
    { id: 999, at: 8.64e15 },
  ]
  expect(await importWishes(player.id, given)).toEqual({ moved: [game.id], left: [] })
  expect(await entriesOf(player)).toEqual(before)
  expect(await importWishes(player.id, [])).toEqual({ moved: [], left: [] })
})

test('concurrent imports in any order leave one entry per game', async () => {
  const player = await createPlayer()
  const given = (await createGames(Array.from({ length: 100 }, () => ({})))).map(({ id }) => ({ id, at: id }))
  const reversed = given.map(({ id }) => ({ id, at: 1_000_000 - id }))
  await Promise.all(Array.from({ length: 8 }, (_, at) => importWishes(player.id, at % 2 ? given : reversed)))
  expect(await entriesOf(player)).toHaveLength(100)
})

test('an entry is deleted with its game and with its player', async () => {
  const [player, other] = [await createPlayer(), await createPlayer()]
  const [game, another] = await createGames([{}, {}])
  for (const { id } of [player, other]) for (const one of [game!, another!]) await addWish(id, one.id)
  await database().delete(games).where(eq(games.id, game!.id))
  expect(await entriesOf(player)).toMatchObject([{ gameId: another!.id }])
  await database().delete(players).where(eq(players.id, player.id))
  expect(await database().select().from(wishlistEntries)).toMatchObject([{ playerId: other.id }])
})
