import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, openTestDatabase } from '../../../testing/fixtures/database.ts'
import { closeDatabase } from '../../db/connection.server.ts'
import { runClosers } from '../http/shutdown.server.ts'
import { listenForPurges } from './purge.server.ts'
import { purgeGathered, purgeSoon } from './purge-soon.server.ts'

let world: Awaited<ReturnType<typeof createTestDatabase>>
let endListening: () => Promise<void>
let received: string[][]

beforeAll(async () => {
  world = await createTestDatabase()
  const { promise: hearing, resolve: onHearing } = Promise.withResolvers<void>()
  endListening = listenForPurges({
    connection: world.connection,
    onPurge: (tags) => received.push(tags),
    onGap: () => {},
    onHearing,
  })
  await hearing
})
afterEach(() => void vi.useRealTimers())
beforeEach(() => void (received = []))
afterAll(async () => {
  await endListening()
  await world.drop()
})

test('repeated changes are purged once, together with others', async () => {
  for (const id of [7, 8, 7, 7]) purgeSoon([`game:${id}`])
  await purgeGathered()
  await expect.poll(() => received).toEqual([['game:7', 'game:8']])
  await purgeGathered()
  purgeSoon(['game:9'])
  await purgeGathered()
  await expect.poll(() => received).toEqual([['game:7', 'game:8'], ['game:9']])
})

test('collected tags are purged automatically within seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  purgeSoon(['game:7'])
  vi.advanceTimersByTime(4999)
  purgeSoon(['game:7'])
  vi.advanceTimersByTime(1)
  // Polling would advance the fake clock.
  vi.useRealTimers()
  await expect.poll(() => received).toEqual([['game:7']])
})

test('tags stay collected while the database is down, and are purged later', async () => {
  purgeSoon(['game:7'])
  await closeDatabase()
  await expect(purgeGathered()).rejects.toThrow('The database is not open')
  openTestDatabase(world.connection)
  purgeSoon(['game:8'])
  await purgeGathered()
  await expect.poll(() => received).toEqual([['game:7', 'game:8']])
})

test('a stopping portal purges the collected tags', async () => {
  purgeSoon(['game:7'])
  await runClosers((_, error) => {
    throw error
  })
  await expect.poll(() => received).toEqual([['game:7']])
})
