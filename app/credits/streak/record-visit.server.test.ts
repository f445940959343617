import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readBalance, readLedger } from '../../../testing/fixtures/credits.ts'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createPlayer } from '../../../testing/fixtures/players.ts'
import { database } from '../../db/connection.server.ts'
import { players } from '../../db/schema/accounts.server.ts'
import { addDays } from '../../lib/dates.ts'
import { runWithState } from '../../server/http/request-state.server.ts'
import { log } from '../../server/process/log.server.ts'
import { recordVisit, recordVisitOf, recordVisitQuietly } from './record-visit.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

const noonOf = (day: string) => new Date(`${day}T12:00:00Z`)
const FIRST = '2026-10-30'

test('only the first visit of a UTC day earns 10', async () => {
  const { id } = await createPlayer()
  expect(await recordVisit(id, new Date('2026-11-21T00:00:00Z'))).toEqual({ streak: 1, credits: 10, total: 10 })
  expect(await recordVisit(id, new Date('2026-11-21T23:59:59.999Z'))).toEqual({ streak: 1, credits: 0, total: 10 })
  expect(await recordVisit(id, new Date('2026-11-22T00:00:00Z'))).toEqual({ streak: 2, credits: 10, total: 20 })
})

test('each seventh day in a row earns 30 more: the 7th and the 14th, not the 6th, the 8th or the 13th', async () => {
  const { id } = await createPlayer()
  const earned: number[] = []
  for (let at = 0; at < 15; at++) {
    const visit = await recordVisit(id, noonOf(addDays(FIRST, at)))
    expect(visit?.streak).toBe(at + 1)
    earned.push(visit?.credits ?? 0)
  }
  expect(earned).toEqual([10, 10, 10, 10, 10, 10, 40, 10, 10, 10, 10, 10, 10, 40, 10])
  expect(await readLedger(id)).toContain(`streak:${addDays(FIRST, 6)} 30`)
  expect(await readBalance(id)).toEqual({ total: 210, sum: 210 })
})

test('a missed day ends the streak, and earlier days no longer count', async () => {
  const { id } = await createPlayer()
  for (const at of [0, 1, 2, 3, 4, 5]) await recordVisit(id, noonOf(addDays(FIRST, at)))
  expect(await recordVisit(id, noonOf(addDays(FIRST, 7)))).toEqual({ streak: 1, credits: 10, total: 70 })
  for (const at of [8, 9, 10, 11, 12]) await recordVisit(id, noonOf(addDays(FIRST, at)))
  expect(await recordVisit(id, noonOf(addDays(FIRST, 13)))).toMatchObject({ streak: 7, credits: 40 })
})

test('concurrent tabs record the day once', async () => {
  const { id } = await createPlayer()
  for (let at = 0; at < 6; at++) await recordVisit(id, noonOf(addDays(FIRST, at)))
  const seventh = noonOf(addDays(FIRST, 6))
  const visits = await Promise.all(Array.from({ length: 20 }, () => recordVisit(id, seventh)))
  expect(visits.filter((visit) => visit?.credits === 40)).toHaveLength(1)
  expect(visits.filter((visit) => visit?.credits === 0)).toHaveLength(19)
  expect(visits.every((visit) => visit?.streak === 7 && visit.total === 100)).toBe(true)
  expect(await readBalance(id)).toEqual({ total: 100, sum: 100 })
})

test('the visit of a deleted player is not recorded', async () => {
  const { id } = await createPlayer()
  await database().delete(players).where(eq(players.id, id))
  expect(await recordVisit(id)).toBeNull()
})

test('loaders of one request share one visit, so that each knows the credits earned', async () => {
  const { id } = await createPlayer()
  const request = new Request('http://playhall.example/rewards')
  await runWithState(async () => {
    const [root, page] = await Promise.all([recordVisitOf(request, id), recordVisitOf(request, id)])
    expect(root).toEqual({ streak: 1, credits: 10, total: 10 })
    expect(page).toBe(root)
  })
})

test.each([
  ['Sec-Purpose', 'prefetch'],
  ['Sec-Purpose', 'prefetch;prerender'],
  ['Purpose', 'prefetch'],
])('a prefetched page is not a visit: %s: %s', async (name, value) => {
  const { id } = await createPlayer()
  const request = new Request('http://playhall.example/')
  // Only browsers can set these headers.
  Object.defineProperty(request, 'headers', { value: new Map([[name.toLowerCase(), value]]) })
  expect(await recordVisitOf(request, id)).toBeNull()
  expect(await readLedger(id)).toEqual([])
})

test.each([
  ['53100', 0],
  ['22000', 1],
])('a visit that fails with the SQL state %s logs %i lines', async (state, lines) => {
  const { id } = await createPlayer()
  const warn = vi.spyOn(log(), 'warn').mockReturnValue()
  await database().execute(
    sql.raw(`create function refuse() returns trigger language plpgsql as $$ begin raise 'full' using errcode = '${state}'; end $$;
      create trigger refuse before insert on sign_in_days for each row execute function refuse()`),
  )
  try {
    expect(await recordVisitQuietly(new Request('http://localhost/'), id)).toBeNull()
    expect(warn).toHaveBeenCalledTimes(lines)
  } finally {
    warn.mockRestore()
    await database().execute(sql`drop function refuse cascade`)
  }
})
