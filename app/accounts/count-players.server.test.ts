import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { occupyConnections } from '../../testing/fixtures/occupied-connections.ts'
import { createPlayer } from '../../testing/fixtures/players.ts'
import { database } from '../db/connection.server.ts'
import { signInDays } from '../db/schema/credits.server.ts'
import { addDays, utcDay } from '../lib/dates.ts'
import { countPlayers } from './count-players.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  testDatabase = await createTestDatabase()
})
afterAll(async () => {
  vi.useRealTimers()
  await testDatabase.drop()
})

/** Creates players who were last seen this many days ago. */
async function createSeen(count: number, ago = 0): Promise<void> {
  const day = addDays(utcDay(new Date()), -ago)
  const players = await Promise.all(Array.from({ length: count }, () => createPlayer()))
  await database()
    .insert(signInDays)
    .values(players.map(({ id }) => ({ playerId: id, day })))
}

test('there are no players until they are counted, and after a failure they are counted again a minute later', async () => {
  await createSeen(1)
  await database().execute(sql`alter table sign_in_days rename to away`)
  expect(await countPlayers()).toBe(0)
  await database().execute(sql`alter table away rename to sign_in_days`)
  vi.advanceTimersByTime(61_000)
  // Without the connections and the time limit of pages, since there may be many.
  const { release } = await occupyConnections()
  await expect.poll(countPlayers).toBe(1).finally(release)
  await database().execute(sql`alter table sign_in_days rename to away`)
  expect(await countPlayers()).toBe(1)
  await database().execute(sql`alter table away rename to sign_in_days`)
  vi.advanceTimersByTime(61_000)
})

test('a small number of players is counted without a delay, by who was active in the last 30 days', async () => {
  await createPlayer()
  await expect.poll(countPlayers).toBe(1)
  await createSeen(1, 28)
  await createSeen(5, 31)
  await expect.poll(countPlayers).toBe(2)
  await createSeen(1)
  await expect.poll(() => Promise.all([countPlayers(), countPlayers()])).toEqual([3, 3])
})

test('a large number of players is counted at most once a minute, and callers get the last count', async () => {
  await createSeen(97)
  await expect.poll(countPlayers).toBe(100)
  await createSeen(1)
  expect(await countPlayers()).toBe(100)
  vi.advanceTimersByTime(61_000)
  expect(await countPlayers()).toBe(100)
  await expect.poll(countPlayers).toBe(101)
})
