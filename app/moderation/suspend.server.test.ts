import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createPlayer, givePassword, type PlayerRow, signIn } from '../../testing/fixtures/players.ts'
import { createPost } from '../../testing/fixtures/posts.ts'
import { listAuditLog } from '../accounts/operators/audit-log.server.ts'
import { beginSession } from '../accounts/sign-in/begin-session.server.ts'
import { setSuspension } from '../accounts/operators/suspension.server.ts'
import { database } from '../db/connection.server.ts'
import { credentials, players, sessions } from '../db/schema/accounts.server.ts'
import { posts, reports } from '../db/schema/community.server.ts'
import { notifications } from '../db/schema/notifications.server.ts'
import type { Player } from '../server/sessions/session.server.ts'
import { OPERATOR_STAYS, SELF_STAYS } from './moderation-rules.ts'
import { liftSuspension, suspend } from './suspend.server.ts'
import { findOwner } from './decided.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Player
let other: Player
const AN_HOUR = 3_600_000
const later = () => new Date(Date.now() + AN_HOUR)

beforeAll(async () => {
  process.env.AUTH_SECRET ??= 'a secret of thirty-two characters'
  testDatabase = await createTestDatabase()
  operator = { ...(await createPlayer({ username: 'mara_v', role: 'operator' })), sessionId: '' }
  other = { ...(await createPlayer({ username: 'jo_lee', role: 'operator' })), sessionId: '' }
})
afterAll(() => testDatabase.drop())

const sessionsOf = (playerId: string) => database().$count(sessions, eq(sessions.playerId, playerId))

const createPlayerWithPassword = async (overrides: Partial<PlayerRow> = {}) =>
  givePassword(await createPlayer(overrides), 'a good password')

/** Begins a session, as a sign-in does after checking the password. */
async function begin(playerId: string) {
  const [credential] = await database().select().from(credentials).where(eq(credentials.playerId, playerId))
  return beginSession(credential!, new Request('http://playhall.example/login'))
}

test('a suspension ends all sessions, closes reports, is logged and leaves the player’s posts', async () => {
  const { id: playerId, username } = await createPlayerWithPassword()
  const post = await createPost({ playerId })
  await signIn({ id: playerId })
  await signIn({ id: playerId })
  await database()
    .insert(reports)
    .values({ playerId: other.id, kind: 'player', onId: playerId, aboutId: playerId, reason: 'abuse' })
  const until = later()
  expect(await suspend({ operator, playerId, seen: 0 }, { until, why: 'Threats' })).toEqual({ outcome: 'done' })
  expect(await begin(playerId)).toEqual({ suspension: { until, why: 'Threats' } })
  expect(await sessionsOf(playerId)).toBe(0)
  const [report] = await database().select().from(reports).where(eq(reports.onId, playerId))
  expect(report?.decision).toBe('upheld')
  expect((await listAuditLog(null)).entries[0]).toMatchObject({
    who: 'mara_v',
    act: 'suspended',
    onName: username,
    why: 'Threats',
  })
  const [news] = await database().select().from(notifications).where(eq(notifications.playerId, playerId))
  expect(news).toMatchObject({
    kind: 'decision',
    words: expect.stringMatching(/^Your account was suspended until .*: Threats$/),
  })
  const [left] = await database().select().from(posts).where(eq(posts.id, post.id))
  expect(left?.state).toBe('shown')
})

test('a suspension expires, and can be lifted earlier', async () => {
  const { id: playerId, username } = await createPlayerWithPassword()
  await suspend({ operator, playerId, seen: 0 }, { until: later(), why: 'Threats' })
  const seen = (await findOwner(username))?.seen ?? 0
  expect(await liftSuspension({ operator, playerId, seen })).toEqual({ outcome: 'done' })
  expect(await begin(playerId)).toHaveProperty('cookie')
  const now = (await findOwner(username))?.seen ?? 0
  expect(await liftSuspension({ operator, playerId, seen: now })).toEqual({ outcome: 'gone' })

  const over = { suspendedUntil: new Date(Date.now() - 1000), suspendedWhy: 'Threats' }
  const { id } = await createPlayerWithPassword(over)
  expect(await begin(id)).toHaveProperty('cookie')
})

test('operators cannot suspend each other or themselves', async () => {
  const suspension = { until: later(), why: 'x' }
  expect(await suspend({ operator, playerId: other.id, seen: 0 }, suspension)).toMatchObject({
    outcome: 'forbidden',
    why: OPERATOR_STAYS,
  })
  expect(await suspend({ operator, playerId: operator.id, seen: 0 }, suspension)).toMatchObject({
    outcome: 'forbidden',
    why: SELF_STAYS,
  })
  expect(await suspend({ operator, playerId: crypto.randomUUID(), seen: 0 }, suspension)).toEqual({ outcome: 'gone' })
  const rows = await database().select().from(players).where(eq(players.role, 'operator'))
  expect(rows.map(({ suspendedUntil }) => suspendedUntil)).toEqual([null, null])
})

test('a suspension is no edit of the profile, after which a report could be repeated', async () => {
  const { id: playerId, updatedAt } = await createPlayerWithPassword()
  await suspend({ operator, playerId, seen: 0 }, { until: later(), why: 'Threats' })
  const [player] = await database().select().from(players).where(eq(players.id, playerId))
  expect(player).toMatchObject({ suspendedWhy: 'Threats', updatedAt })
})

test('of two concurrent suspensions one is made, and the other operator learns which', async () => {
  const { id: playerId } = await createPlayerWithPassword()
  const outcomes = await Promise.all([
    suspend({ operator, playerId, seen: 0 }, { until: later(), why: 'One' }),
    suspend({ operator: other, playerId, seen: 0 }, { until: later(), why: 'Two' }),
  ])
  const refused = outcomes.find((one) => typeof one === 'object' && one.outcome === 'decided')
  expect(refused).toMatchObject({ act: 'suspended', who: expect.stringMatching(/mara_v|jo_lee/) })
  const why = (refused as { who: string }).who === 'mara_v' ? 'One' : 'Two'
  expect(await begin(playerId)).toMatchObject({ suspension: { why } })
})

test('concurrent sign-ins and a suspension leave no session', async () => {
  for (let round = 0; round < 30; round++) {
    const { id: playerId } = await createPlayerWithPassword()
    await Promise.all([
      begin(playerId),
      suspend({ operator, playerId, seen: 0 }, { until: later(), why: 'Threats' }),
      begin(playerId),
    ])
    expect(await sessionsOf(playerId), `round ${round}`).toBe(0)
  }
})

test('a sign-in during an uncommitted suspension waits for it and is refused', async () => {
  const { id: playerId } = await createPlayerWithPassword()
  let begun: ReturnType<typeof begin> | undefined
  await database().transaction(async (tx) => {
    await setSuspension(tx, playerId, { until: later(), why: 'Threats' })
    begun = begin(playerId)
    let isOver = false
    void begun.then(() => (isOver = true))
    await expect
      .poll(async () => {
        const { rows } = await tx.execute(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return isOver || rows.length
      })
      .toBe(1)
  })
  expect(await begun).toMatchObject({ suspension: { why: 'Threats' } })
  expect(await sessionsOf(playerId)).toBe(0)
})

test('a player who is not suspended can begin a session', async () => {
  const { id: playerId } = await createPlayerWithPassword()
  expect(await begin(playerId)).toHaveProperty('cookie')
  expect(await sessionsOf(playerId)).toBe(1)
})
