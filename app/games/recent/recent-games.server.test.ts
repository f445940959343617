import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame, createGames, emptyCatalogue } from '../../../testing/fixtures/games.ts'
import { createPlayer } from '../../../testing/fixtures/players.ts'
import { database } from '../../db/connection.server.ts'
import { prepared } from '../../db/query.server.ts'
import { games } from '../../db/schema/games.server.ts'
import { recentGames } from '../../db/schema/game-activity.server.ts'
import {
  addRecentGames,
  clearRecentGames,
  recordRecentGame,
  RECENT_IDS,
  removeRecentGame,
} from './recent-games.server.ts'
import { MAX_RECENT, RECENT_IN_ROW } from './recent-rules.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  process.env.AUTH_SECRET = 'a secret of thirty-two characters'
  testDatabase = await createTestDatabase()
})
beforeEach(emptyCatalogue)
afterAll(() => testDatabase.drop())

const rowsOf = ({ id }: { id: string }) =>
  database().select().from(recentGames).where(eq(recentGames.playerId, id)).orderBy(recentGames.gameId)

const add = (playerId: string, played: { id: number; at: number }[]) =>
  database().transaction((tx) => addRecentGames(tx, playerId, played))

const listed = async (playerId: string) => {
  const [row] = await prepared<{ ids: number[] }>(
    'recent',
    `select ${RECENT_IDS} as ids from players p where p.id = $1`,
    [playerId],
  )
  return row?.ids
}

test('recently played games come first, without duplicates, up to the length of a row', async () => {
  const player = await createPlayer()
  const ids = (await createGames(Array.from({ length: RECENT_IN_ROW + 1 }, () => ({})))).map(({ id }) => id)
  for (const id of [...ids, ids[0]!]) await recordRecentGame(player.id, id)
  expect(await listed(player.id)).toEqual([ids[0], ...ids.slice(2).toReversed()])
  expect(await rowsOf(player)).toHaveLength(RECENT_IN_ROW + 1)
  expect(await listed((await createPlayer()).id)).toEqual([])
})

test('only the hundred latest games are stored', async () => {
  const player = await createPlayer()
  const all = (await createGames(Array.from({ length: MAX_RECENT + 5 }, () => ({})))).map(({ id }, at) => ({ id, at }))
  await add(player.id, all.slice(0, MAX_RECENT))
  expect(await rowsOf(player)).toHaveLength(MAX_RECENT)
  await add(player.id, all.slice(MAX_RECENT))
  const ids = (await rowsOf(player)).map(({ gameId }) => gameId)
  expect(ids).toEqual(all.slice(5).map(({ id }) => id))
  // Older than all of them, so it is removed.
  await add(player.id, [{ id: all[0]!.id, at: 0 }])
  expect((await rowsOf(player)).map(({ gameId }) => gameId)).toEqual(ids)
})

test('the later of two times is stored, a future time becomes now, and unknown games are skipped', async () => {
  const [player, game] = [await createPlayer(), await createGame()]
  const given = [
    { id: game.id, at: 5000 },
    { id: game.id, at: 7000 },
    { id: 999, at: 1 },
  ]
  expect(await add(player.id, given)).toBe(1)
  expect((await rowsOf(player))[0]?.playedAt).toEqual(new Date(7000))
  await add(player.id, [{ id: game.id, at: 6000 }])
  expect((await rowsOf(player))[0]?.playedAt).toEqual(new Date(7000))
  await add(player.id, [{ id: game.id, at: 8.64e15 }])
  expect((await rowsOf(player))[0]?.playedAt.getTime()).toBeLessThanOrEqual(Date.now() + 1000)
  expect(await add(player.id, [])).toBe(0)
})

test('removing one or all recent games does not affect other players', async () => {
  const [player, other] = [await createPlayer(), await createPlayer()]
  const [one, two] = await createGames([{}, {}])
  for (const { id } of [player, other]) for (const game of [one!, two!]) await recordRecentGame(id, game.id)
  await removeRecentGame(player.id, one!.id)
  expect(await rowsOf(player)).toMatchObject([{ gameId: two!.id }])
  await clearRecentGames(player.id)
  expect(await rowsOf(player)).toEqual([])
  expect(await rowsOf(other)).toHaveLength(2)
})

test('concurrent tabs that add games leave a hundred', async () => {
  const player = await createPlayer()
  const all = (await createGames(Array.from({ length: MAX_RECENT + 20 }, () => ({})))).map(({ id }, at) => ({ id, at }))
  await Promise.all([
    add(player.id, all.slice(0, MAX_RECENT)),
    add(player.id, all.slice(20).toReversed()),
    ...all.slice(50, 70).map(({ id }) => recordRecentGame(player.id, id)),
  ])
  const ids = new Set((await rowsOf(player)).map(({ gameId }) => gameId))
  expect(ids.size).toBe(MAX_RECENT)
  for (const { id } of all.slice(50, 70)) expect(ids).toContain(id)
})

test('deleting a game deletes it from recent games', async () => {
  const [player, game] = [await createPlayer(), await createGame()]
  await recordRecentGame(player.id, game.id)
  await database().delete(games).where(eq(games.id, game.id))
  expect(await rowsOf(player)).toEqual([])
})
