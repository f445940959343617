import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createGame } from '../../testing/fixtures/games.ts'
import { createPlayer, signIn } from '../../testing/fixtures/players.ts'
import { database } from '../db/connection.server.ts'
import { creditAwards } from '../db/schema/credits.server.ts'
import { games } from '../db/schema/games.server.ts'
import { addDays } from '../lib/dates.ts'
import { describeAward } from './describe-award.ts'
import { awardCredits, revokeAward } from './ledger.server.ts'
import { type HistoryLine, listHistory } from './list-history.server.ts'
import { recordVisit } from './streak/record-visit.server.ts'
import { countBeat, startPlay } from './play-time/play-time.server.ts'
import { shareGame } from './share-game.server.ts'
import { spinWheel } from './wheel/spin-wheel.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  process.env.AUTH_SECRET = 'a secret of thirty-two characters'
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

const at = (time: string) => new Date(`2026-11-${time}Z`)

async function createSignedIn() {
  const player = await createPlayer()
  return { id: player.id, token: (await signIn(player)).token }
}

async function play(player: { id: string; token: string }, gameId: number, from: Date, minutes: number) {
  const id = (await startPlay(player.id, gameId, from)) as string
  for (let second = 30; second <= minutes * 60; second += 30) {
    await countBeat(player.token, id, new Date(from.getTime() + second * 1000))
  }
}

const textOf = (line: HistoryLine) => {
  const { before, game, after } = describeAward(line)
  return `${line.day} ${[before, game].filter(Boolean).join(' ')}${after ?? ''} ${line.credits}`
}

test('the history is listed newest first, with one line for the minutes of a game in a day', async () => {
  const player = await createSignedIn()
  const lamps = await createGame({ title: 'Lamplighter', slug: 'lamplighter' })
  const relay = await createGame({ title: 'Rooftop Relay' })
  await recordVisit(player.id, at('20T08:00:00'))
  await play(player, lamps.id, at('20T09:00:00'), 3)
  await shareGame(player.id, lamps.id, at('20T09:30:00'))
  await play(player, relay.id, at('20T10:00:00'), 1)
  await play(player, lamps.id, at('20T11:00:00'), 2)
  await play(player, lamps.id, at('21T09:00:00'), 1)
  await spinWheel(player.id, at('21T10:00:00'), () => 3)
  const { lines, hasMore } = await listHistory(player.token, 1)
  expect(lines.map(textOf)).toEqual([
    '2026-11-21 Spun the daily wheel 40',
    '2026-11-21 Played Lamplighter, 1 minute 1',
    '2026-11-20 Played Lamplighter, 5 minutes 5',
    '2026-11-20 Played Rooftop Relay, 1 minute 1',
    '2026-11-20 Shared Lamplighter 20',
    '2026-11-20 First visit of the day 10',
  ])
  expect(lines[1]).toMatchObject({ slug: 'lamplighter' })
  expect(hasMore).toBe(false)
  await database().update(games).set({ status: 'hidden', url: null }).where(eq(games.id, lamps.id))
  expect((await listHistory(player.token, 1)).lines[1]).toMatchObject({ slug: null })
})

test('a reversal is marked, and a deleted game keeps its name', async () => {
  const player = await createSignedIn()
  await database().transaction(async (tx) => {
    const post = { playerId: player.id, activity: 'post' as const, credits: 30, key: 'post:1', now: at('20T08:00:00') }
    await awardCredits(tx, post)
    await revokeAward(tx, player.id, 'post:1', at('20T09:00:00'))
  })
  await database()
    .insert(creditAwards)
    .values({
      playerId: player.id,
      activityType: 'share',
      credits: 20,
      metadata: { game: 999_999, title: 'Gone' },
      key: 'share:x',
      createdAt: at('21T08:00:00'),
    })
  const { lines } = await listHistory(player.token, 1)
  expect(lines.map(textOf)).toEqual([
    '2026-11-21 Shared Gone 20',
    '2026-11-20 Taken back: wrote a post -30',
    '2026-11-20 Wrote a post 30',
  ])
  expect(lines[0]?.slug).toBeNull()
})

test('each line is on one page of 20, even if it sums up 30 minutes', async () => {
  const player = await createSignedIn()
  const game = await createGame()
  const rows = Array.from({ length: 45 }, (_, back) => addDays('2026-11-21', -back)).flatMap((day) =>
    Array.from({ length: 30 }, (_, minute) => ({
      playerId: player.id,
      activityType: 'play',
      credits: 1,
      metadata: { game: game.id, title: 'Lamplighter' },
      key: `play:${day}:${minute + 1}`,
      createdAt: new Date(`${day}T12:${String(minute).padStart(2, '0')}:00Z`),
    })),
  )
  await database().insert(creditAwards).values(rows)
  const pages = await Promise.all([1, 2, 3, 4].map((page) => listHistory(player.token, page)))
  expect(pages.map(({ lines, hasMore }) => [lines.length, hasMore])).toEqual([
    [20, true],
    [20, true],
    [5, false],
    [0, false],
  ])
  const lines = pages.flatMap((page) => page.lines)
  expect(lines.every(({ credits }) => credits === 30)).toBe(true)
  expect(lines.map(({ day }) => day)).toEqual(Array.from({ length: 45 }, (_, back) => addDays('2026-11-21', -back)))
})

test('exactly 20 lines fill one page without a next one', async () => {
  const player = await createSignedIn()
  for (let day = 1; day <= 20; day++) await recordVisit(player.id, at(`${String(day).padStart(2, '0')}T08:00:00`))
  // Two of the twenty days earned a streak bonus, which is a separate line.
  expect((await listHistory(player.token, 1)).hasMore).toBe(true)
  expect((await listHistory(player.token, 2)).lines).toHaveLength(2)
  const other = await createSignedIn()
  for (let day = 1; day <= 20; day++) await spinWheel(other.id, at(`${String(day).padStart(2, '0')}T08:00:00`))
  const { lines, hasMore } = await listHistory(other.token, 1)
  expect([lines.length, hasMore]).toEqual([20, false])
})

test('players see only their own history', async () => {
  const [one, other] = [await createSignedIn(), await createSignedIn()]
  await recordVisit(one.id)
  expect((await listHistory(other.token, 1)).lines).toEqual([])
  expect((await listHistory('no such token', 1)).lines).toEqual([])
})
