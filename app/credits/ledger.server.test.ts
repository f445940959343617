import fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBalance, readLedger } from '../../testing/fixtures/credits.ts'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createPlayer } from '../../testing/fixtures/players.ts'
import { database } from '../db/connection.server.ts'
import { players } from '../db/schema/accounts.server.ts'
import { AWARDS_A_DAY } from './credit-rules.ts'
import { type Award, awardCredits, revokeAward } from './ledger.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

const NOON = new Date('2026-11-21T12:00:00Z')

const award = (given: Award) => database().transaction((tx) => awardCredits(tx, given))
const back = (playerId: string, key: string, now = NOON) =>
  database().transaction((tx) => revokeAward(tx, playerId, key, now))
const post = (playerId: string, number: number, now = NOON): Award => ({
  playerId,
  activity: 'post',
  credits: 30,
  key: `post:${number}`,
  now,
})

test('an award is written once and counted in the balance', async () => {
  const { id } = await createPlayer()
  expect(await award(post(id, 1))).toBe(true)
  expect(await award(post(id, 1))).toBe(false)
  expect(await readBalance(id)).toEqual({ total: 30, sum: 30 })
})

test('the same award made concurrently is written once', async () => {
  const { id } = await createPlayer()
  const made = await Promise.all(Array.from({ length: 30 }, () => award(post(id, 1))))
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(await readBalance(id)).toEqual({ total: 30, sum: 30 })
})

test('two players may have the same key', async () => {
  const [one, two] = [await createPlayer(), await createPlayer()]
  expect(await award(post(one.id, 1))).toBe(true)
  expect(await award(post(two.id, 1))).toBe(true)
})

test('an award in a transaction that is rolled back is not written', async () => {
  const { id } = await createPlayer()
  const failed = database().transaction(async (tx) => {
    await awardCredits(tx, post(id, 1))
    throw new Error('the post could not be written')
  })
  await expect(failed).rejects.toThrow('the post could not be written')
  expect(await readBalance(id)).toEqual({ total: 0, sum: 0 })
})

test.each([0, -5, 1.5])('an award of %d credits throws', async (credits) => {
  const { id } = await createPlayer()
  await expect(award({ ...post(id, 1), credits })).rejects.toThrow('An award of')
})

test('a deleted player gets no award', async () => {
  const { id } = await createPlayer()
  await database().delete(players).where(eq(players.id, id))
  expect(await award(post(id, 1))).toBe(false)
  expect(await back(id, 'post:1')).toBe(false)
})

test.each([
  ['post', 5],
  ['comment', 20],
  ['share', 3],
] as const)(
  'only the daily maximum of %s awards, %i per UTC day, is written, even concurrently',
  async (activity, cap) => {
    const { id } = await createPlayer()
    const make = (number: number, now: Date) =>
      award({ playerId: id, activity, credits: 2, key: `${activity}:${number}`, now })
    const made = await Promise.all(Array.from({ length: cap + 4 }, (_, number) => make(number, NOON)))
    expect(made.filter(Boolean)).toHaveLength(cap)
    expect(AWARDS_A_DAY[activity]).toBe(cap)
    expect(await make(100, new Date('2026-11-21T23:59:59.999Z'))).toBe(false)
    expect(await make(101, new Date('2026-11-22T00:00:00Z'))).toBe(true)
    expect(await readBalance(id)).toEqual({ total: 2 * (cap + 1), sum: 2 * (cap + 1) })
  },
)

test('a reversal may not be repeated, blocks a second award, and does not free its place in the daily limit', async () => {
  const { id } = await createPlayer()
  for (let number = 1; number <= 5; number++) await award(post(id, number))
  expect(await back(id, 'post:2')).toBe(true)
  expect(await back(id, 'post:2')).toBe(false)
  expect(await back(id, 'post:9')).toBe(false)
  expect(await back(id, 'back:post:2')).toBe(false)
  expect(await award(post(id, 2))).toBe(false)
  expect(await award(post(id, 6))).toBe(false)
  expect((await readLedger(id)).at(-1)).toBe('back:post:2 -30')
  expect(await readBalance(id)).toEqual({ total: 120, sum: 120 })
})

test('an award of another player cannot be reversed', async () => {
  const [one, two] = [await createPlayer(), await createPlayer()]
  await award(post(one.id, 1))
  expect(await back(two.id, 'post:1')).toBe(false)
  expect(await readBalance(one.id)).toEqual({ total: 30, sum: 30 })
})

test('property: after any concurrent awards and reversals the balance is the sum of the ledger', async () => {
  const step = fc.record({
    does: fc.constantFrom('award' as const, 'award' as const, 'take back' as const),
    player: fc.nat(1),
    activity: fc.constantFrom('post' as const, 'comment' as const, 'share' as const, 'spin' as const),
    number: fc.nat(7),
    credits: fc.integer({ min: 1, max: 100 }),
    day: fc.constantFrom('2026-11-21', '2026-11-22'),
  })
  const world = fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(world, async (rounds) => {
      const ids = [(await createPlayer()).id, (await createPlayer()).id]
      for (const round of rounds) {
        await Promise.all(
          round.map(({ does, player, activity, number, credits, day }) => {
            const [playerId, key] = [ids[player] as string, `${activity}:${number}`]
            const now = new Date(`${day}T12:00:00Z`)
            return does === 'award' ? award({ playerId, activity, credits, key, now }) : back(playerId, key, now)
          }),
        )
      }
      for (const id of ids) {
        const { total, sum } = await readBalance(id)
        expect(total).toBe(sum)
        expect(total).toBeGreaterThanOrEqual(0)
        const keys = (await readLedger(id)).map((line) => line.split(' ')[0] as string)
        expect(new Set(keys).size).toBe(keys.length)
        for (const key of keys.filter((one) => one.startsWith('back:'))) expect(keys).toContain(key.slice(5))
      }
    }),
    { numRuns: 25 },
  )
})
