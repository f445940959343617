import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createPlayer, givePassword, type PlayerRow, signIn as openSession } from '../../../testing/fixtures/players.ts'
import { database } from '../../db/connection.server.ts'
import { sessions } from '../../db/schema/accounts.server.ts'
import { runClosers } from '../../server/http/shutdown.server.ts'
import { openLog } from '../../server/process/log.server.ts'
import { changePassword, hasPassword, isPasswordOf } from './change-password.server.ts'
import { createMailToken, readMailToken } from '../sign-in/mail-tokens.server.ts'
import { resetPassword } from '../sign-in/reset-password.server.ts'
import { endOtherSessions, endSessionOf, listSessions } from './list-sessions.server.ts'
import { signIn } from '../sign-in/sign-in.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-security-'))

beforeAll(async () => {
  openLog({ level: 'silent', pretty: false })
  Object.assign(process.env, { DATA_DIR: folder, AUTH_SECRET: 'a secret for the tests of accounts' })
  testDatabase = await createTestDatabase()
})

afterAll(async () => {
  await runClosers((_, error) => {
    throw error
  })
  await testDatabase.drop()
  rmSync(folder, { recursive: true })
})

/** A player with three sessions; `sessionId` is the first. */
async function signedIn(password?: string): Promise<PlayerRow & { sessionId: string }> {
  const player = await createPlayer()
  if (password) await givePassword(player, password)
  for (let n = 0; n < 3; n++) await openSession(player)
  return { ...player, sessionId: (await sessionsOf(player.id))[0] as string }
}

async function sessionsOf(playerId: string): Promise<string[]> {
  const rows = await database().select({ id: sessions.id }).from(sessions).where(eq(sessions.playerId, playerId))
  return rows.map(({ id }) => id)
}

test('a changed password takes the place of the old one, ends the other sessions and is told by mail', async () => {
  const player = await signedIn('the old one')
  const token = await createMailToken('reset', player.id)
  expect(await changePassword(player, { current: 'the old one', password: 'the new one' })).toBe('changed')
  expect(await isPasswordOf(player.id, 'the new one')).toBe(true)
  expect(await isPasswordOf(player.id, 'the old one')).toBe(false)
  expect(await sessionsOf(player.id)).toEqual([player.sessionId])
  expect((await readMailToken('reset', token)).state).toBe('used')
  const { rows } = await database().execute(sql`
    select data->>'subject' as subject from jobs.job where data->>'to' = ${player.email}`)
  expect(rows).toEqual([{ subject: 'Your password for Playhall was changed' }])
})

test.each([
  ['not the old one', 'the new one', 'wrong'],
  ['', 'the new one', 'wrong'],
  ['the old one', 'password', 'weak'],
  ['the old one', 'PassWord', 'weak'],
])('from %j to %j is %s, and changes nothing', async (current, password, outcome) => {
  const player = await signedIn('the old one')
  expect(await changePassword(player, { current, password })).toBe(outcome)
  expect(await isPasswordOf(player.id, 'the old one')).toBe(true)
  expect(await sessionsOf(player.id)).toHaveLength(3)
})

test('who has no password has none to change', async () => {
  const player = await signedIn()
  expect(await hasPassword(player.id)).toBe(false)
  expect(await isPasswordOf(player.id, '')).toBe(false)
  expect(await changePassword(player, { current: '', password: 'the new one' })).toBe('wrong')
  expect(await hasPassword(player.id)).toBe(false)
})

test('of two changes at once from the same password one is done', async () => {
  const player = await signedIn('the old one')
  const outcomes = await Promise.all(
    ['new one a', 'new one b'].map((password) => changePassword(player, { current: 'the old one', password })),
  )
  expect(outcomes.toSorted()).toEqual(['changed', 'wrong'])
})

test.each([
  [
    'changed',
    (player: PlayerRow & { sessionId: string }) =>
      changePassword(player, { current: 'the old one', password: 'the new one' }),
  ],
  [
    'reset',
    async ({ id }: PlayerRow) =>
      resetPassword(await createMailToken('reset', id), 'the new one', new Request('http://localhost')),
  ],
])('a sign-in with the old password, while it is being %s, leaves no session', async (_, change) => {
  const player = await signedIn('the old one')
  const held = await database().$client.connect()
  try {
    // The last table that both write to: by then all other changes are made, but not committed.
    await held.query('begin; lock table jobs.job in exclusive mode')
    const changed = change(player)
    await changing(player.id)
    const signedIn = signInTo(player, 'the old one')
    await Promise.race([signedIn, waiting(2)])
    await held.query('commit')
    expect(await changed).toMatch(/^(?:changed|good)$/)
    expect(await signedIn).toEqual({ outcome: 'wrong' })
  } finally {
    held.release(true)
  }
  expect((await sessionsOf(player.id)).filter((id) => id !== player.sessionId)).toEqual([])
  expect(await signInTo(player, 'the new one')).toMatchObject({ outcome: 'signed-in' })
})

const signInTo = ({ email }: PlayerRow, password: string) =>
  signIn({ email, password }, new Request('http://localhost/login'))

/** Waits until a change of the player's password is pending and not yet committed. */
async function changing(playerId: string): Promise<void> {
  const free = sql`select id from credentials where player_id = ${playerId} for update skip locked`
  const count = async () => (await database().execute(free)).rows.length
  await expect.poll(count, { interval: 10, timeout: 10_000 }).toBe(0)
}

/** Waits until this many connections wait for a lock. */
async function waiting(connections: number): Promise<void> {
  const query = sql`
    select distinct pid from pg_locks join pg_stat_activity a using (pid)
    where not granted and a.datname = current_database()`
  const count = async () => (await database().execute(query)).rows.length
  await expect.poll(count, { interval: 10, timeout: 10_000 }).toBeGreaterThanOrEqual(connections)
}

test('another player’s password stays', async () => {
  const [player, other] = [await signedIn('the old one'), await signedIn('the old one')]
  await changePassword(player, { current: 'the old one', password: 'the new one' })
  expect(await isPasswordOf(other.id, 'the old one')).toBe(true)
  expect(await sessionsOf(other.id)).toHaveLength(3)
})

test('sessions are listed with this one first, without those that are over', async () => {
  const player = await signedIn()
  const [first, second, third] = await sessionsOf(player.id)
  const change = (id: string | undefined, values: Partial<typeof sessions.$inferInsert>) =>
    database()
      .update(sessions)
      .set(values)
      .where(eq(sessions.id, id ?? ''))
  await change(second, { updatedAt: new Date(Date.now() + 60_000), userAgent: 'Firefox/145.0 (Windows NT 10.0)' })
  await change(third, { expiresAt: new Date(Date.now() - 1000) })
  const listed = await listSessions(player)
  expect(listed.map(({ id, device, isThis }) => [id, device, isThis])).toEqual([
    [first, 'Unknown browser', true],
    [second, 'Firefox on Windows', false],
  ])
  expect(Object.keys(listed[0] ?? {}).toSorted()).toEqual(['device', 'id', 'isThis', 'signedInAt', 'usedAt'])
})

test('a session is ended once, by its own player only', async () => {
  const [player, other] = [await signedIn(), await signedIn()]
  const foreign = other.sessionId
  expect(await endSessionOf(player.id, foreign)).toBe(false)
  for (const id of ['', 'x', "' or true --", `${foreign}0`]) expect(await endSessionOf(player.id, id)).toBe(false)
  expect(await sessionsOf(other.id)).toHaveLength(3)
  expect(await endSessionOf(other.id, foreign)).toBe(true)
  expect(await endSessionOf(other.id, foreign)).toBe(false)
  expect(await sessionsOf(other.id)).toHaveLength(2)
})

test('all others end, and nobody else’s', async () => {
  const [player, other] = [await signedIn(), await signedIn()]
  expect(await endOtherSessions(player)).toBe(2)
  expect(await endOtherSessions(player)).toBe(0)
  expect(await sessionsOf(player.id)).toEqual([player.sessionId])
  expect(await sessionsOf(other.id)).toHaveLength(3)
})
