import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBalance, readLedger } from '../../testing/fixtures/credits.ts'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createPlayer } from '../../testing/fixtures/players.ts'
import { awardCredits, revokeAward } from '../credits/ledger.server.ts'
import { recordVisit } from '../credits/streak/record-visit.server.ts'
import { database } from '../db/connection.server.ts'
import { players } from '../db/schema/accounts.server.ts'
import { signInDays } from '../db/schema/credits.server.ts'
import { utcDay } from '../lib/dates.ts'
import { buyItem } from './buy-item.server.ts'
import { FRAMES, BACKGROUNDS, lookOf, offerOf } from './shop-rules.ts'
import { removeLook, wearLook } from './wear-look.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

const LOOKS = [...FRAMES, ...BACKGROUNDS]

/** Creates a player whose visit of today is already recorded. */
async function playerWith(credits: number) {
  const player = await createPlayer()
  await database()
    .insert(signInDays)
    .values({ playerId: player.id, day: utcDay(new Date()) })
  if (credits) {
    const award = { playerId: player.id, activity: 'spin', credits, key: 'spin:x' } as const
    await database().transaction((tx) => awardCredits(tx, award))
  }
  return player
}
const looksWornBy = async (id: string) => {
  const [row] = await database()
    .select({ frame: players.frame, background: players.background })
    .from(players)
    .where(eq(players.id, id))
  return row
}

test('every look has its own id, a price and a drawing', () => {
  expect(new Set(LOOKS.map(({ id }) => id)).size).toBe(16)
  for (const { id, kind, price } of LOOKS) {
    const word = id.slice(id.indexOf('-') + 1)
    expect(
      existsSync(kind === 'frame' ? `app/shop/frames/${word}.svg` : `app/players/backgrounds/${word}.svg`),
      id,
    ).toBe(true)
    expect(Number.isInteger(price) && price > 0, id).toBe(true)
    expect(lookOf(id)?.id).toBe(id)
  }
})

test.each([
  '',
  'frame',
  'frame-none',
  'FRAME-FILM',
  'constructor',
  '__proto__',
  'rest',
  'rest-0',
  'rest--1',
  'rest-1.5',
  'rest-01',
  'rest-9999999',
  'buy:frame-film',
])('there is no offer %j, and it cannot be bought', async (item) => {
  expect(offerOf(item)).toBeNull()
  const { id } = await playerWith(1000)
  expect(await buyItem(id, item)).toBeNull()
  expect(await wearLook({ id, username: 'x' }, item)).toBeNull()
  expect(await readBalance(id)).toEqual({ total: 1000, sum: 1000 })
})

test('a look is bought once, at the shop’s price', async () => {
  const { id } = await playerWith(100)
  expect(await buyItem(id, 'frame-bulbs')).toMatchObject({ outcome: 'done', total: 40 })
  expect(await buyItem(id, 'frame-bulbs')).toMatchObject({ outcome: 'bought', total: 40 })
  expect(await buyItem(id, 'frame-ticket')).toMatchObject({ outcome: 'short', price: 90, total: 40 })
  expect(await readLedger(id)).toEqual(['spin:x 100', 'buy:frame-bulbs -60'])
})

test('at most two streak freezes can be owned, a repeated purchase buys no second, and a used one can be replaced', async () => {
  const { id } = await playerWith(1000)
  expect(await buyItem(id, 'rest-2')).toMatchObject({ outcome: 'stale', total: 1000 })
  expect(await buyItem(id, 'rest-1')).toMatchObject({ outcome: 'done', total: 940 })
  expect(await buyItem(id, 'rest-1')).toMatchObject({ outcome: 'bought', total: 940 })
  expect(await buyItem(id, 'rest-2')).toMatchObject({ outcome: 'done', total: 880 })
  expect(await buyItem(id, 'rest-3')).toMatchObject({ outcome: 'full', total: 880 })
  for (const day of ['2026-11-01', '2026-11-03']) await recordVisit(id, new Date(`${day}T12:00:00Z`))
  expect(await buyItem(id, 'rest-3')).toMatchObject({ outcome: 'done', total: 840 })
  expect(await buyItem(id, 'rest-4')).toMatchObject({ outcome: 'full' })
})

test('fifty concurrent purchases of one item are paid once', async () => {
  const { id } = await playerWith(500)
  const all = await Promise.all(Array.from({ length: 50 }, () => buyItem(id, 'frame-film')))
  expect(all.filter((one) => one?.outcome === 'done')).toHaveLength(1)
  expect(all.filter((one) => one?.outcome === 'bought')).toHaveLength(49)
  expect(await readBalance(id)).toEqual({ total: 380, sum: 380 })
})

test('property: concurrent purchases in any order are paid once each, and the balance never goes below zero', async () => {
  const item = fc.constantFrom(...LOOKS.map(({ id }) => id), 'rest-1', 'rest-2', 'rest-3')
  const given = fc.record({ credits: fc.integer({ min: 0, max: 1500 }), items: fc.array(item, { maxLength: 16 }) })
  await fc.assert(
    fc.asyncProperty(given, async ({ credits, items }) => {
      const { id } = await playerWith(credits)
      const all = await Promise.all(items.map((one) => buyItem(id, one)))
      const done = items.filter((_, at) => all[at]?.outcome === 'done')
      expect(new Set(done).size).toBe(done.length)
      const paid = done.reduce((sum, one) => sum + (offerOf(one)?.price ?? 0), 0)
      const { total, sum } = await readBalance(id)
      expect([total, sum]).toEqual([credits - paid, credits - paid])
      expect(total).toBeGreaterThanOrEqual(0)
      // A purchase is refused as `short` only if the player really has too few credits.
      for (const one of all) if (one?.outcome === 'short') expect(one.total).toBeLessThan(one.price)
    }),
    { numRuns: 25 },
  )
})

test('a streak freeze bought on the day after a missed one does not cover it', async () => {
  const { id } = await createPlayer()
  const day = (ago: number) => utcDay(new Date(Date.now() - ago * 86_400_000))
  await database().transaction((tx) =>
    awardCredits(tx, { playerId: id, activity: 'spin', credits: 100, key: 'spin:x' }),
  )
  await database()
    .insert(signInDays)
    .values([2, 3, 4, 5, 6, 7].map((ago) => ({ playerId: id, day: day(ago) })))
  expect(await buyItem(id, 'rest-1')).toMatchObject({ outcome: 'done', total: 50 })
  expect(await recordVisit(id)).toMatchObject({ streak: 1, credits: 0 })
  expect(
    await database()
      .select()
      .from(signInDays)
      .where(and(eq(signInDays.playerId, id), eq(signInDays.isStreakFreeze, true))),
  ).toEqual([])
})

test('credits that are taken back after they were spent are a debt, and nothing can be bought until it is paid', async () => {
  const { id } = await playerWith(70)
  await buyItem(id, 'frame-bulbs')
  await database().transaction((tx) => revokeAward(tx, id, 'spin:x'))
  expect(await readBalance(id)).toEqual({ total: -60, sum: -60 })
  expect(await buyItem(id, 'rest-1')).toMatchObject({ outcome: 'short', total: -60 })
})

test('a player wears and takes off owned looks, one of each kind', async () => {
  const player = await playerWith(1000)
  const other = await playerWith(1000)
  for (const item of ['frame-bulbs', 'frame-film', 'ground-curtain']) await buyItem(player.id, item)
  expect(await wearLook(player, 'frame-brass')).toBe('not owned')
  expect(await wearLook(other, 'frame-film')).toBe('not owned')
  expect(await looksWornBy(player.id)).toEqual({ frame: null, background: null })
  for (const item of ['frame-bulbs', 'frame-film', 'ground-curtain']) expect(await wearLook(player, item)).toBe('done')
  expect(await looksWornBy(player.id)).toEqual({ frame: 'frame-film', background: 'ground-curtain' })
  expect(await removeLook(player, 'frame-bulbs')).toBe('done')
  expect((await looksWornBy(player.id))?.frame).toBe('frame-film')
  expect(await removeLook(player, 'frame-film')).toBe('done')
  expect(await removeLook(player, 'frame-film')).toBe('done')
  expect(await looksWornBy(player.id)).toEqual({ frame: null, background: 'ground-curtain' })
  expect(await looksWornBy(other.id)).toEqual({ frame: null, background: null })
})
