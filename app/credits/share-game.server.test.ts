import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBalance, readLedger } from '../../testing/fixtures/credits.ts'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createGames } from '../../testing/fixtures/games.ts'
import { createPlayer } from '../../testing/fixtures/players.ts'
import { database } from '../db/connection.server.ts'
import { gameShares } from '../db/schema/game-activity.server.ts'
import { shareGame } from './share-game.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let games: number[]
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  games = (await createGames(Array.from({ length: 6 }, (_, at) => ({ title: `Game ${at}` })))).map(({ id }) => id)
})
afterAll(() => testDatabase.drop())

const MORNING = new Date('2026-11-21T08:00:00Z')

test('the first share of a game on a UTC day earns 20, for up to three games', async () => {
  const { id } = await createPlayer()
  const share = (at: number, now = MORNING) => shareGame(id, games[at] as number, now)
  expect(await share(0)).toEqual({ credits: 20, total: 20 })
  expect(await share(0)).toEqual({ credits: 0, total: 20 })
  expect(await share(1)).toEqual({ credits: 20, total: 40 })
  expect(await share(2)).toEqual({ credits: 20, total: 60 })
  expect(await share(3)).toEqual({ credits: 0, total: 60 })
  expect(await share(3, new Date('2026-11-22T00:00:00Z'))).toEqual({ credits: 20, total: 80 })
  expect(await readLedger(id)).toEqual([
    `share:2026-11-21:${games[0]} 20`,
    `share:2026-11-21:${games[1]} 20`,
    `share:2026-11-21:${games[2]} 20`,
    `share:2026-11-22:${games[3]} 20`,
  ])
})

test('a share is recorded once per player and game, whether or not it earns something', async () => {
  const [one, other] = [await createPlayer(), await createPlayer()]
  for (const [at, day] of [
    [0, '21'],
    [0, '22'],
    [1, '22'],
    [2, '22'],
    [3, '22'],
    [4, '22'],
  ] as const)
    // prettier-ignore
    await shareGame(one.id, games[at]!, new Date(`2026-11-${day}T08:00:00Z`))
  await shareGame(other.id, games[0]!, MORNING)
  const shares = await database().select().from(gameShares).orderBy(gameShares.gameId)
  expect(shares.filter(({ playerId }) => playerId === one.id)).toEqual(
    games.slice(0, 5).map((gameId, at) => ({
      playerId: one.id,
      gameId,
      createdAt: at ? new Date('2026-11-22T08:00:00Z') : MORNING,
    })),
  )
  expect(shares.filter(({ playerId }) => playerId === other.id)).toHaveLength(1)
})

test('concurrent shares earn at most three times', async () => {
  const { id } = await createPlayer()
  const shared = await Promise.all([...games, ...games].map((game) => shareGame(id, game, MORNING)))
  expect(shared.filter((one) => one?.credits === 20)).toHaveLength(3)
  expect(await readBalance(id)).toEqual({ total: 60, sum: 60 })
})

test('an unknown game cannot be shared', async () => {
  const { id } = await createPlayer()
  expect(await shareGame(id, 999_999)).toBeNull()
})
