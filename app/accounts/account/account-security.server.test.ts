import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createPlayer, givePassword, type PlayerRow, signIn as openSession } from '../../../testing/fixtures/players.ts'
import { untilBlocked } from '../../../testing/fixtures/until-blocked.ts'
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

test('a changed password replaces the old one, ends other sessions and sends a mail', async () => {
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
])('changing from %j to %j is %s and changes nothing', async (current, password, outcome) => {
  const player = await signedIn('the old one')
  expect(await changePassword(player, { current, password })).toBe(outcome)
  expect(await isPasswordOf(player.id, 'the old one')).toBe(true)
  expect(await sessionsOf(player.id)).toHaveLength(3)
})

test('a player without a password cannot change it', async () => {
  const player = await signedIn()
  expect(await hasPassword(player.id)).toBe(false)
  expect(await isPasswordOf(player.id, '')).toBe(false)
  expect(await changePassword(player, { current: '', password: 'the new one' })).toBe('wrong')
  expect(await hasPassword(player.id)).toBe(false)
})

test('of two concurrent changes of one password, only the first succeeds', async () => {
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
])('a sign-in with the old password leaves no session while it is being %s', async (_, change) => {
  const player = await signedIn('the old one')
  const blocking = await database().$client.connect()
  try {
    // Both write to this table last: by then, all other changes are made but not committed.
    await blocking.query('begin; lock table jobs.job in exclusive mode')
    const changed = change(player)
    await untilChangePending(player.id)
    const signedIn = signInTo(player, 'the old one')
    await Promise.race([signedIn, untilBlocked(2)])
    await blocking.query('commit')
    expect(await changed).toMatch(/^(?:changed|good)$/)
    expect(await signedIn).toEqual({ outcome: 'wrong' })
  } finally {
    blocking.release(true)
  }
  expect((await sessionsOf(player.id)).filter((id) => id !== player.sessionId)).toEqual([])
  expect(await signInTo(player, 'the new one')).toMatchObject({ outcome: 'signed-in' })
})

const signInTo = ({ email }: PlayerRow, password: string) =>
  signIn({ email, password }, new Request('http://localhost/login'))

/** Waits until a change of the player's password is pending and not yet committed. */
async function untilChangePending(playerId: string): Promise<void> {
  const free = sql`select id from credentials where player_id = ${playerId} for update skip locked`
  const count = async () => (await database().execute(free)).rows.length
  await expect.poll(count, { interval: 10 }).toBe(0)
}

test('another player’s password and sessions are not affected', async () => {
  const [player, other] = [await signedIn('the old one'), await signedIn('the old one')]
  await changePassword(player, { current: 'the old one', password: 'the new one' })
  expect(await isPasswordOf(other.id, 'the old one')).toBe(true)
  expect(await sessionsOf(other.id)).toHaveLength(3)
})

test('sessions are listed with the current one first, without expired ones', async () => {
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

test('a session can be ended once, and only by its own player', async () => {
  const [player, other] = [await signedIn(), await signedIn()]
  const foreign = other.sessionId
  expect(await endSessionOf(player.id, foreign)).toBe(false)
  for (const id of ['', 'x', "' or true --", `${foreign}0`]) expect(await endSessionOf(player.id, id)).toBe(false)
  expect(await sessionsOf(other.id)).toHaveLength(3)
  expect(await endSessionOf(other.id, foreign)).toBe(true)
  expect(await endSessionOf(other.id, foreign)).toBe(false)
  expect(await sessionsOf(other.id)).toHaveLength(2)
})

test('ending the other sessions leaves the current one and those of other players', async () => {
  const [player, other] = [await signedIn(), await signedIn()]
  expect(await endOtherSessions(player)).toBe(2)
  expect(await endOtherSessions(player)).toBe(0)
  expect(await sessionsOf(player.id)).toEqual([player.sessionId])
  expect(await sessionsOf(other.id)).toHaveLength(3)
})
