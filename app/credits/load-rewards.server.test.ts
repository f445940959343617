import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createGames } from '../../testing/fixtures/games.ts'
import { createPlayer, signIn } from '../../testing/fixtures/players.ts'
import { database } from '../db/connection.server.ts'
import { players } from '../db/schema/accounts.server.ts'
import { playDays } from '../db/schema/credits.server.ts'
import { awardCredits, returnCredits, revokeAward } from './ledger.server.ts'
import { loadRewards } from './load-rewards.server.ts'
import { recordVisit } from './streak/record-visit.server.ts'
import { shareGame } from './share-game.server.ts'
import { spinWheel } from './wheel/spin-wheel.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  process.env.AUTH_SECRET = 'a secret of thirty-two characters'
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

/** This is a Saturday. */
const NOW = new Date('2026-11-21T14:06:00Z')

test('the rewards of a day and the balance are loaded', async () => {
  const player = await createPlayer()
  const { token } = await signIn(player)
  const games = await createGames([{}, {}])
  await recordVisit(player.id, new Date('2026-11-20T23:00:00Z'))
  await recordVisit(player.id, NOW)
  await shareGame(player.id, games[0]?.id ?? 0, new Date('2026-11-20T23:00:00Z'))
  await shareGame(player.id, games[1]?.id ?? 0, NOW)
  await database().insert(playDays).values({ playerId: player.id, day: '2026-11-21', seconds: 779 })
  expect(await loadRewards(token, NOW)).toMatchObject({
    total: 60,
    streak: 2,
    minutes: 12,
    shares: 1,
    spun: null,
    minutesLeft: 9 * 60 + 54,
  })
  await spinWheel(player.id, NOW, () => 7)
  expect(await loadRewards(token, NOW)).toMatchObject({ total: 110, spun: { segment: 7, credits: 50 } })
  expect(await loadRewards(token, new Date('2026-11-22T00:00:00Z'))).toMatchObject({
    streak: null,
    minutes: 0,
    shares: 0,
    spun: null,
    minutesLeft: 1440,
  })
})

test('more than thirty minutes are shown as thirty', async () => {
  const player = await createPlayer()
  const { token } = await signIn(player)
  await database().insert(playDays).values({ playerId: player.id, day: '2026-11-21', seconds: 1860 })
  expect(await loadRewards(token, NOW)).toMatchObject({ minutes: 30 })
})

test('the calendar has five weeks from a Monday, with days lit, missed and to come', async () => {
  const player = await createPlayer()
  const { token } = await signIn(player)
  for (const day of ['10-18', '10-19', '11-15', '11-16', '11-21'])
    await recordVisit(player.id, new Date(`2026-${day}T12:00:00Z`))
  const { weeks } = (await loadRewards(token, NOW)) ?? { weeks: [] }
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7])
  const days = weeks.flat()
  expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2026-10-19', '2026-11-22'])
  const of = (state: string) => days.filter((day) => day.state === state).map(({ day }) => day)
  expect(of('lit')).toEqual(['2026-10-19', '2026-11-15', '2026-11-16', '2026-11-21'])
  expect(of('to come')).toEqual(['2026-11-22'])
})

test.each([
  ['2026-11-16T00:00:00Z', '2026-10-19', 6],
  ['2026-11-22T23:59:00Z', '2026-10-19', 0],
  ['2026-11-23T00:00:00Z', '2026-10-26', 6],
])('at %s the calendar begins on %s', async (now, first, toCome) => {
  const { token } = await signIn(await createPlayer())
  const days = (await loadRewards(token, new Date(now)))?.weeks.flat() ?? []
  expect(days[0]?.day).toBe(first)
  expect(days.filter(({ state }) => state === 'to come')).toHaveLength(toCome)
})

test('without a valid session there are no rewards', async () => {
  const player = await createPlayer()
  const { token } = await signIn(player)
  await database().delete(players).where(eq(players.id, player.id))
  expect(await loadRewards(token, NOW)).toBeNull()
})

test('answers that earned today are counted, and one that was marked again is counted once', async () => {
  const player = await createPlayer()
  const { token } = await signIn(player)
  await database().transaction(async (tx) => {
    const award = { playerId: player.id, activity: 'answer' as const, credits: 20, now: NOW }
    await awardCredits(tx, { ...award, key: 'answer:1' })
    await awardCredits(tx, { ...award, key: 'answer:2' })
    await revokeAward(tx, player.id, 'answer:1', NOW)
    await returnCredits(tx, player.id, 'answer:1', NOW)
  })
  expect(await loadRewards(token, NOW)).toMatchObject({ total: 40, answers: 2 })
})
