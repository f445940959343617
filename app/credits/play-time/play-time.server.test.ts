import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBalance, readLedger } from '../../../testing/fixtures/credits.ts'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createGame, type GameRow } from '../../../testing/fixtures/games.ts'
import { createPlayer, signIn } from '../../../testing/fixtures/players.ts'
import { database } from '../../db/connection.server.ts'
import { sessions } from '../../db/schema/accounts.server.ts'
import { creditAwards, gamePlayTimes, playDays, playSessions } from '../../db/schema/credits.server.ts'
import { type Beat, countBeat, startPlay } from './play-time.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let game: GameRow
beforeAll(async () => {
  process.env.AUTH_SECRET = 'a secret of thirty-two characters'
  testDatabase = await createTestDatabase()
  game = await createGame({ title: 'Lamplighter' })
})
afterAll(() => testDatabase.drop())

const NOON = Date.parse('2026-11-21T12:00:00Z')
const at = (seconds: number, from = NOON) => new Date(from + seconds * 1000)

/**
 * Creates a player and starts a game at noon, or at `from`. The returned `beat` sends a beat that many seconds later.
 */
async function startPlaying(from = NOON) {
  const player = await createPlayer()
  const { token } = await signIn(player)
  const play = (await startPlay(player.id, game.id, new Date(from))) as string
  const beat = (seconds: number, id = play) => countBeat(token, id, at(seconds, from))
  return { id: player.id, token, play, beat }
}

/** Sends a beat every 30 seconds until a time. */
async function playUntil(beat: (seconds: number) => Promise<Beat | null>, seconds: number, from = 0) {
  for (let second = from + 30; second < seconds; second += 30) await beat(second)
  return beat(seconds)
}

async function secondsOf(playerId: string, day = '2026-11-21'): Promise<number> {
  const [row] = await database()
    .select({ seconds: playDays.seconds })
    .from(playDays)
    .where(and(eq(playDays.playerId, playerId), eq(playDays.day, day)))
  return row?.seconds ?? 0
}

test('each full minute earns a credit, keyed by day and number', async () => {
  const { id, beat } = await startPlaying()
  expect(await beat(30)).toEqual({ state: 'counted', seconds: 30, credits: 0, minutes: 0, total: null })
  expect(await beat(59)).toEqual({ state: 'counted', seconds: 29, credits: 0, minutes: 0, total: null })
  expect(await beat(60)).toEqual({ state: 'counted', seconds: 1, credits: 1, minutes: 1, total: 1 })
  await playUntil(beat, 180, 60)
  expect(await readLedger(id)).toEqual(['play:2026-11-21:1 1', 'play:2026-11-21:2 1', 'play:2026-11-21:3 1'])
  expect(await readBalance(id)).toEqual({ total: 3, sum: 3 })
  const [row] = await database().select().from(creditAwards).where(eq(creditAwards.playerId, id)).limit(1)
  expect(row).toMatchObject({ activityType: 'play', metadata: { game: game.id, title: 'Lamplighter' } })
})

test.each([
  [29, 29],
  [30, 30],
  [31, 30],
])('%i minutes of a day earn %i credits', async (minutes, credits) => {
  const { id, beat } = await startPlaying()
  await playUntil(beat, minutes * 60)
  expect(await readBalance(id)).toEqual({ total: credits, sum: credits })
  expect(await secondsOf(id)).toBe(minutes * 60)
})

test('the next UTC day earns again', async () => {
  const { id, token, beat } = await startPlaying()
  await playUntil(beat, 31 * 60)
  const next = Date.parse('2026-11-22T09:00:00Z')
  const play = (await startPlay(id, game.id, new Date(next))) as string
  await playUntil((seconds) => countBeat(token, play, at(seconds, next)), 60)
  expect(await readBalance(id)).toEqual({ total: 31, sum: 31 })
  expect((await readLedger(id)).at(-1)).toBe('play:2026-11-22:1 1')
})

test('a beat over midnight is split between its two days', async () => {
  const { id, beat } = await startPlaying(Date.parse('2026-11-21T23:59:10Z'))
  await beat(30)
  await beat(60)
  expect([await secondsOf(id), await secondsOf(id, '2026-11-22')]).toEqual([50, 10])
  expect(await readLedger(id)).toEqual([])
  await beat(90)
  await beat(110)
  expect([await secondsOf(id), await secondsOf(id, '2026-11-22')]).toEqual([50, 60])
  expect(await readLedger(id)).toEqual(['play:2026-11-22:1 1'])
})

test('a beat that ends at midnight counts for the old day, one that begins then for the new', async () => {
  const { id, beat } = await startPlaying(Date.parse('2026-11-21T23:59:30Z'))
  await beat(30)
  expect([await secondsOf(id), await secondsOf(id, '2026-11-22')]).toEqual([30, 0])
  await beat(60)
  expect([await secondsOf(id), await secondsOf(id, '2026-11-22')]).toEqual([30, 30])
})

test.each([
  [45, 45],
  [45.5, 0],
  [46, 0],
  [3600, 0],
])('after %d seconds of silence %i are counted, since a longer gap is not play', async (silence, counted) => {
  const { id, beat } = await startPlaying()
  expect(await beat(silence)).toMatchObject({ state: 'counted', seconds: counted })
  expect(await beat(silence + 20)).toMatchObject({ seconds: 20 })
  expect(await secondsOf(id)).toBe(counted + 20)
})

test('fractions of a second are not lost', async () => {
  const { id, beat } = await startPlaying()
  for (let beats = 1; beats <= 34; beats++) await beat(beats * 1.5)
  expect(await secondsOf(id)).toBe(51)
})

test('beats that are too fast, repeated or from the past gain nothing', async () => {
  const { id, beat } = await startPlaying()
  for (const second of [10, 10, 10, 10.2, 10.4, 10.6, 5, 0, -100]) await beat(second)
  expect(await secondsOf(id)).toBe(10)
  await beat(30)
  expect(await secondsOf(id)).toBe(30)
})

test('fifty concurrent beats count as one', async () => {
  const { id, beat } = await startPlaying()
  await beat(30)
  const beats = await Promise.all(Array.from({ length: 50 }, () => beat(60)))
  const counted = beats.map((one) => (one?.state === 'counted' ? one : null))
  expect(counted.filter((one) => one?.seconds === 30)).toHaveLength(1)
  expect(counted.filter((one) => one?.credits === 1)).toHaveLength(1)
  expect(await secondsOf(id)).toBe(60)
  expect(await readBalance(id)).toEqual({ total: 1, sum: 1 })
})

test('beats that wait for each other count one after the other, from the time of the last', async () => {
  const { id, beat } = await startPlaying()
  const beats: Promise<Beat | null>[] = []
  await database().transaction(async (tx) => {
    await tx.select().from(playSessions).where(eq(playSessions.playerId, id)).for('update')
    beats.push(beat(30), beat(30), beat(40))
    await expect
      .poll(async () => {
        const { rows } = await tx.execute<{ waiting: number }>(
          sql`select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0]?.waiting
      })
      .toBe(3)
  })
  await Promise.all(beats)
  expect(await secondsOf(id)).toBe(40)
})

test('a second tab replaces the first, which is notified and no longer counted', async () => {
  const { id, token, play, beat } = await startPlaying()
  await beat(30)
  const second = (await startPlay(id, game.id, at(40))) as string
  expect(second).not.toBe(play)
  expect(await beat(60)).toEqual({ state: 'replaced' })
  expect(await countBeat(token, second, at(60))).toMatchObject({ state: 'counted', seconds: 20 })
  expect(await secondsOf(id)).toBe(50)
})

test('restarting again and again gains nothing', async () => {
  const { id, token } = await startPlaying()
  for (let second = 1; second <= 60; second++) {
    const play = (await startPlay(id, game.id, at(second))) as string
    await countBeat(token, play, at(second))
  }
  expect(await secondsOf(id)).toBe(0)
})

test('another player’s play session is not accepted and earns nothing', async () => {
  const [one, other] = [await startPlaying(), await startPlaying()]
  const idle = await createPlayer()
  const { token } = await signIn(idle)
  expect(await countBeat(token, one.play, at(30))).toEqual({ state: 'unknown' })
  expect(await other.beat(30, one.play)).toEqual({ state: 'replaced' })
  for (const { id } of [one, other, idle]) expect(await secondsOf(id)).toBe(0)
  expect(await one.beat(30)).toMatchObject({ state: 'counted', seconds: 30 })
})

test('two concurrent players each earn their own credits', async () => {
  const [one, two] = [await startPlaying(), await startPlaying()]
  for (const second of [30, 60, 90, 120]) await Promise.all([one.beat(second), two.beat(second)])
  expect(await readBalance(one.id)).toEqual({ total: 2, sum: 2 })
  expect(await readBalance(two.id)).toEqual({ total: 2, sum: 2 })
})

test('an ended session does not count', async () => {
  const { token, play } = await startPlaying()
  await database().delete(sessions).where(eq(sessions.token, token))
  expect(await countBeat(token, play, at(30))).toBeNull()
})

test('an unknown game and a game without a URL cannot be played', async () => {
  const { id } = await createPlayer()
  const lost = await createGame({ url: null })
  expect(await startPlay(id, 999_999)).toBeNull()
  expect(await startPlay(id, lost.id)).toBeNull()
})

test('property: no sequence of beats and tabs counts more time than has passed', async () => {
  const step = fc.record({
    wait: fc.integer({ min: 0, max: 50_000 }),
    does: fc.constantFrom('start', 'beat', 'beat', 'beats'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const { id, token, play } = await startPlaying()
      const plays = [play]
      let now = NOON
      for (const { wait, does } of steps) {
        now += wait
        if (does === 'start') plays.push((await startPlay(id, game.id, new Date(now))) as string)
        const beating = does === 'beats' ? [...plays, ...plays] : [plays.at(-1) as string]
        await Promise.all(beating.map((one) => countBeat(token, one, new Date(now))))
      }
      const seconds = await secondsOf(id)
      expect(seconds).toBeLessThanOrEqual((now - NOON) / 1000)
      const earned = Math.min(30, Math.floor(seconds / 60))
      expect(await readBalance(id)).toEqual({ total: earned, sum: earned })
    }),
    { numRuns: 20 },
  )
})

test('the seconds of a beat are added to the current game', async () => {
  const { id } = await createPlayer()
  const { token } = await signIn({ id })
  const [one, other] = [await createGame(), await createGame()]
  for (const [game, from] of [
    [one, 0],
    [other, 100],
    [one, 200],
  ] as const) {
    const play = (await startPlay(id, game.id, at(from)))!
    await countBeat(token, play, at(from + 30))
  }
  const times = await database().select().from(gamePlayTimes).where(eq(gamePlayTimes.playerId, id)).orderBy(gamePlayTimes.gameId) // prettier-ignore
  expect(times).toEqual([
    { playerId: id, gameId: one.id, seconds: 60 },
    { playerId: id, gameId: other.id, seconds: 30 },
  ])
})
