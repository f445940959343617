import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { database } from '../../db/connection.server.ts'
import { ATTEMPTS, countAttemptOf, isCounted, isWithinLimit, waitFor } from './count-attempts.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  Object.assign(process.env, { AUTH_SECRET: 'a secret for the tests of attempts' })
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

const { points, seconds } = ATTEMPTS.comment

async function exhaust(who: string): Promise<void> {
  for (let count = 0; count < points; count++) expect(await countAttemptOf('comment', who)).toBe(0)
  expect(await waitFor('comment', who)).toBeGreaterThan(0)
}

test('a limit lasts for its window and does not affect others', async () => {
  await exhaust('mara')
  const wait = await countAttemptOf('comment', 'mara')
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(seconds)
  expect(await isCounted('comment', 'mara')).toBe(true)
  expect(await countAttemptOf('comment', 'noor')).toBe(0)
})

test('a limit set by a clock that ran ahead is ignored', async () => {
  await exhaust('ahead')
  await database().execute(sql`update attempts set ends_at = ends_at + interval '300 days'`)
  expect(await isCounted('comment', 'ahead')).toBe(false)
  expect(await waitFor('comment', 'ahead')).toBe(0)
  expect(await database().transaction((tx) => isWithinLimit(tx, 'comment', 'ahead'))).toBe(true)
  // The limit applies again from now on.
  for (let count = 1; count < points; count++) expect(await countAttemptOf('comment', 'ahead')).toBe(0)
  expect(await countAttemptOf('comment', 'ahead')).toBeLessThanOrEqual(seconds)
  expect(await waitFor('comment', 'ahead')).toBeGreaterThan(0)
})

test('concurrent attempts are all counted, whichever began first', async () => {
  const waits = await database().transaction(async (early) => {
    // Fixes the transaction's time before the other attempts are counted.
    await early.execute(sql`select now()`)
    for (let count = 0; count < points; count++) await countAttemptOf('comment', 'at once')
    return isWithinLimit(early, 'comment', 'at once')
  })
  expect(waits).toBe(false)
})
