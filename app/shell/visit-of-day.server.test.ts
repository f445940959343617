import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBalance } from '../../testing/fixtures/credits.ts'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createPlayer, signIn } from '../../testing/fixtures/players.ts'
import { recordVisit } from '../credits/streak/record-visit.server.ts'
import { spinWheel } from '../credits/wheel/spin-wheel.server.ts'
import { database } from '../db/connection.server.ts'
import { signInDays } from '../db/schema/credits.server.ts'
import { utcDay } from '../lib/dates.ts'
import { runWithState } from '../server/http/request-state.server.ts'
import { loadShellPlayer } from './load-player.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  process.env.AUTH_SECRET = 'a secret of thirty-two characters'
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

async function createSignedIn() {
  const { id } = await createPlayer()
  const { cookie } = await signIn({ id })
  const load = () =>
    runWithState(async () => {
      const request = new Request('http://playhall.example/', { headers: { cookie } })
      return (await loadShellPlayer(request)).player
    })
  return { id, cookie, load }
}

test('the first page of a day records the visit, and only that page shows the credits earned', async () => {
  const { id, load } = await createSignedIn()
  await recordVisit(id, new Date(Date.now() - 86_400_000))
  const first = await load()
  const visit = { credits: 10, text: '2 days in a row. You have 20 now, and tomorrow brings 10.' }
  expect(first).toMatchObject({ streak: 2, tomorrow: 10, credits: 20, hasSpun: false, visit })
  expect(first?.day).toBe(utcDay(new Date()))
  expect(await load()).toMatchObject({ streak: 2, credits: 20, visit: null })
  await spinWheel(id, new Date(), () => 2)
  expect(await load()).toMatchObject({ credits: 25, hasSpun: true })
})

test('concurrent pages record the day once, and one of them shows the credits', async () => {
  const { id, load } = await createSignedIn()
  const loaded = await Promise.all(Array.from({ length: 12 }, load))
  expect(loaded.every((player) => player?.streak === 1 && player.credits === 10)).toBe(true)
  expect(loaded.filter((player) => player?.visit)).toHaveLength(1)
  expect(await readBalance(id)).toEqual({ total: 10, sum: 10 })
})

test('a prefetched page records no visit', async () => {
  const { id, cookie } = await createSignedIn()
  const request = new Request('http://playhall.example/', { headers: { cookie } })
  request.headers.set('purpose', 'prefetch')
  expect((await loadShellPlayer(request)).player).toMatchObject({ streak: null, credits: 0, visit: null })
  expect(await database().$count(signInDays, eq(signInDays.playerId, id))).toBe(0)
})

test('a visitor without an account is not recorded', async () => {
  const before = await database().$count(signInDays)
  expect((await loadShellPlayer(new Request('http://playhall.example/'))).player).toBeNull()
  expect(await database().$count(signInDays)).toBe(before)
})
