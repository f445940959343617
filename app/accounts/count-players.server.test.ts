import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createPlayer } from '../../testing/fixtures/players.ts'
import { database } from '../db/connection.server.ts'
import { countPlayers } from './count-players.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(async () => {
  vi.useRealTimers()
  await testDatabase.drop()
})

test('accounts are counted once a minute, beside whoever asks', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  await createPlayer()
  expect(await Promise.all([countPlayers(), countPlayers()])).toEqual([1, 1])
  await createPlayer()
  expect(await countPlayers()).toBe(1)
  vi.advanceTimersByTime(61_000)
  // The last count, while the next is made.
  expect(await countPlayers()).toBe(1)
  await expect.poll(countPlayers).toBe(2)
})

test('where they cannot be counted the last count stands, and the next who asks tries again', async () => {
  await createPlayer()
  await database().execute(sql`alter table players rename to away`)
  vi.advanceTimersByTime(61_000)
  for (let times = 0; times < 3; times++) expect(await countPlayers()).toBe(2)
  await database().execute(sql`alter table away rename to players`)
  await expect.poll(countPlayers).toBe(3)
})
