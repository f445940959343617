import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBalance, readLedger } from '../../../testing/fixtures/credits.ts'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createPlayer, signIn } from '../../../testing/fixtures/players.ts'
import { database } from '../../db/connection.server.ts'
import { signInDays } from '../../db/schema/credits.server.ts'
import { addDays } from '../../lib/dates.ts'
import { boughtKey } from '../credit-rules.ts'
import { awardCredits, spendCredits } from '../ledger.server.ts'
import { loadRewards } from '../load-rewards.server.ts'
import { recordVisit } from './record-visit.server.ts'
import { countFreezes } from './streak-freezes.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

const FIRST = '2026-10-30'
const visit = (id: string, at: number) => recordVisit(id, new Date(`${addDays(FIRST, at)}T12:00:00Z`))

/** Creates a player with this many streak freezes and visits on these days after the first. */
async function playerWith({ freezes, days }: { freezes: number; days: number[] }) {
  const { id } = await createPlayer()
  await database().transaction(async (tx) => {
    const now = new Date(`${FIRST}T00:00:00Z`)
    await awardCredits(tx, { playerId: id, activity: 'spin', credits: 100, key: 'spin:x', now })
    for (let at = 1; at <= freezes; at++)
      await spendCredits(tx, { playerId: id, price: 10, key: boughtKey(`rest-${at}`), name: 'Streak freeze', now })
  })
  for (const at of days) await visit(id, at)
  return id
}
const freezesOf = (id: string) => database().transaction(async (tx) => (await countFreezes(tx, id)).available)

test('a streak freeze covers one missed day, which is not counted in the streak', async () => {
  const id = await playerWith({ freezes: 2, days: [0, 1, 2] })
  expect(await visit(id, 4)).toEqual({ streak: 4, credits: 10, total: 120, freezesLeft: 1 })
  expect(await freezesOf(id)).toBe(1)
  expect(await visit(id, 4)).toEqual({ streak: 4, credits: 0, total: 120 })
  expect(await visit(id, 5)).toEqual({ streak: 5, credits: 10, total: 130 })
  expect(await visit(id, 6)).toMatchObject({ streak: 6, credits: 10 })
  // The seventh day with a sign-in, on the eighth day since the first.
  expect(await visit(id, 7)).toMatchObject({ streak: 7, credits: 40 })
  expect(await readBalance(id)).toEqual({ total: 180, sum: 180 })
})

test('two missed days end the streak and use no freeze', async () => {
  const id = await playerWith({ freezes: 2, days: [0, 1] })
  expect(await visit(id, 4)).toEqual({ streak: 1, credits: 10, total: 110 })
  expect(await freezesOf(id)).toBe(2)
})

test('without a freeze one missed day ends the streak, and a first visit uses none', async () => {
  const none = await playerWith({ freezes: 0, days: [0, 1] })
  expect(await visit(none, 3)).toMatchObject({ streak: 1 })
  const one = await playerWith({ freezes: 1, days: [0] })
  expect(await freezesOf(one)).toBe(1)
})

test('every second day uses a freeze while there is one, then the streak starts over', async () => {
  const id = await playerWith({ freezes: 2, days: [0] })
  const streaks: (number | undefined)[] = []
  for (const at of [2, 4, 6, 7]) streaks.push((await visit(id, at))?.streak)
  expect(streaks).toEqual([2, 3, 1, 2])
  expect(await freezesOf(id)).toBe(0)
})

test('concurrent tabs after a missed day use one freeze', async () => {
  const id = await playerWith({ freezes: 2, days: [0, 1] })
  const visits = await Promise.all(Array.from({ length: 20 }, () => visit(id, 3)))
  expect(visits.filter((one) => one?.freezesLeft === 1)).toHaveLength(1)
  expect(visits.every((one) => one?.streak === 3)).toBe(true)
  expect(await freezesOf(id)).toBe(1)
})

test('the rewards show the covered day and the number of freezes left', async () => {
  const id = await playerWith({ freezes: 2, days: [0, 1, 3] })
  const { token } = await signIn({ id })
  const rewards = await loadRewards(token, new Date(`${addDays(FIRST, 3)}T13:00:00Z`))
  expect(rewards).toMatchObject({ streak: 3, freezes: 1 })
  const states = rewards?.weeks.flat().filter(({ day }) => day >= FIRST && day <= addDays(FIRST, 3))
  expect(states?.map(({ state }) => state)).toEqual(['lit', 'lit', 'rest', 'lit'])
  expect(await database().$count(signInDays)).toBeGreaterThan(3)
})

test('a purchase is paid once and never exceeds the balance', async () => {
  const { id } = await createPlayer()
  const spend = (key: string, price: number) =>
    database().transaction((tx) => spendCredits(tx, { playerId: id, price, key, name: 'A lamp' }))
  expect(await spend('buy:lamp', 10)).toEqual({ outcome: 'short', total: 0 })
  await database().transaction((tx) => awardCredits(tx, { playerId: id, activity: 'spin', credits: 25, key: 'x' }))
  expect(await spend('buy:lamp', 10)).toEqual({ outcome: 'done', total: 15 })
  expect(await spend('buy:lamp', 10)).toEqual({ outcome: 'bought', total: 15 })
  expect(await spend('buy:post', 15)).toEqual({ outcome: 'done', total: 0 })
  expect(await spend('buy:bulb', 1)).toEqual({ outcome: 'short', total: 0 })
  expect(await readLedger(id)).toEqual(['x 25', 'buy:lamp -10', 'buy:post -15'])
  for (const price of [0, -5, 1.5])
    await expect(spend('buy:gift', price)).rejects.toThrow(`A price of ${price} credits`)
  const nobody = { playerId: '00000000-0000-4000-8000-000000000000', price: 1, key: 'x', name: 'A lamp' }
  expect(await database().transaction((tx) => spendCredits(tx, nobody))).toBeNull()
})
