import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBalance, readLedger } from '../../../testing/fixtures/credits.ts'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createPlayer } from '../../../testing/fixtures/players.ts'
import { database } from '../../db/connection.server.ts'
import { players } from '../../db/schema/accounts.server.ts'
import { WHEEL } from '../credit-rules.ts'
import { spinWheel } from './spin-wheel.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

test.each(WHEEL.map((credits, segment) => ({ credits, segment })))(
  'segment $segment gives its $credits credits',
  async ({ segment, credits }) => {
    const { id } = await createPlayer()
    const spin = await spinWheel(id, new Date(), (segments) => {
      expect(segments).toBe(8)
      return segment
    })
    expect(spin).toEqual({ segment, credits, isNew: true, total: credits })
  },
)

test('the wheel draws all segments about equally often', async () => {
  const drawn = new Map<number, number>()
  const { id } = await createPlayer()
  for (let day = 0; day < 160; day++) {
    const spin = await spinWheel(id, new Date(Date.UTC(2026, 0, 1 + day)))
    drawn.set(spin?.segment ?? -1, (drawn.get(spin?.segment ?? -1) ?? 0) + 1)
  }
  // 160 spins average 20 per segment. The chance that a segment gets no spin, or half of the spins, is less than one in
  // a hundred million.
  expect(drawn.size).toBe(WHEEL.length)
  expect(Math.max(...drawn.values())).toBeLessThan(80)
})

test('a UTC day has one spin, and a second one returns the first result', async () => {
  const { id } = await createPlayer()
  const evening = new Date('2026-11-21T23:59:59.999Z')
  expect(await spinWheel(id, new Date('2026-11-21T00:00:00Z'), () => 3)).toMatchObject({ credits: 40, isNew: true })
  expect(await spinWheel(id, evening, () => 7)).toEqual({ segment: 3, credits: 40, isNew: false, total: 40 })
  expect(await spinWheel(id, new Date('2026-11-22T00:00:00Z'), () => 7)).toMatchObject({ credits: 50, isNew: true })
  expect(await readLedger(id)).toEqual(['spin:2026-11-21 40', 'spin:2026-11-22 50'])
})

test('a double submit in two tabs gets a single result', async () => {
  const { id } = await createPlayer()
  const spins = await Promise.all(Array.from({ length: 20 }, () => spinWheel(id)))
  expect(spins.filter((spin) => spin?.isNew)).toHaveLength(1)
  expect(new Set(spins.map((spin) => `${spin?.segment} ${spin?.credits} ${spin?.total}`)).size).toBe(1)
  const { total, sum } = await readBalance(id)
  expect([total, sum]).toEqual([spins[0]?.credits, spins[0]?.credits])
})

test('a deleted player cannot spin', async () => {
  const { id } = await createPlayer()
  await database().delete(players).where(eq(players.id, id))
  expect(await spinWheel(id)).toBeNull()
})
