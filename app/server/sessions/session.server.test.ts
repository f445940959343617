import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { daysAgo } from '../../../testing/fixtures/games.ts'
import { createPlayer, signIn } from '../../../testing/fixtures/players.ts'
import { database } from '../../db/connection.server.ts'
import { players, sessions } from '../../db/schema/accounts.server.ts'
import { runWithState } from '../http/request-state.server.ts'
import {
  findPlayer,
  rememberSession,
  recentPlayerOf,
  renewSession,
  requirePlayer,
  sessionToken,
  SIGNED_OUT,
} from './session.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  process.env.AUTH_SECRET = 'a secret of thirty-two characters'
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

const requestWith = (cookie?: string) => new Request('http://playhall.example/', cookie ? { headers: { cookie } } : {})

test('a signed session cookie identifies the player', async () => {
  const player = await createPlayer({ username: 'mara', fullName: 'Mara Voss' })
  const { cookie, token } = await signIn(player)
  expect(sessionToken(requestWith(`a=b; ${cookie}; c=d`))).toBe(token)
  expect(await findPlayer(requestWith(cookie))).toMatchObject({
    id: player.id,
    username: 'mara',
    fullName: 'Mara Voss',
    role: 'player',
    avatar: null,
  })
})

test('a session of an earlier release is still valid', async () => {
  const { id } = await createPlayer()
  const token = 'k3Jd0sQxv8Zb1TnLrY5mWc7eHf2aGp9U'
  await database()
    .insert(sessions)
    .values({ token, playerId: id, expiresAt: new Date(Date.now() + 86_400_000) })
  // That release signed this cookie with the same secret.
  const cookie = `playhall_session=${token}.wdorkYILctXcoG6qoURnA0kQOAe1RymDNN5ZnfHAduA%3D`
  expect(await findPlayer(requestWith(cookie))).toMatchObject({ id })
})

test.each([
  ['none', () => undefined],
  ['another cookie', () => 'theme=dark'],
  ['no value', () => 'playhall_session='],
  ['no signature', (token: string) => `playhall_session=${token}`],
  ['an empty signature', (token: string) => `playhall_session=${token}.`],
  ['another signature', (token: string) => `playhall_session=${token}.${'A'.repeat(43)}%3D`],
  ['a broken percent sign', (token: string) => `playhall_session=${token}.%E0%A4%A`],
])('without a valid cookie no player is signed in: %s', async (_, cookieOf) => {
  const { token } = await signIn(await createPlayer())
  expect(sessionToken(requestWith(cookieOf(token)))).toBeNull()
  expect(await findPlayer(requestWith(cookieOf(token)))).toBeNull()
})

test('an expired or ended session is not valid', async () => {
  const { cookie, token } = await signIn(await createPlayer())
  await database().update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.token, token))
  expect(await findPlayer(requestWith(cookie))).toBeNull()
  await database().delete(sessions).where(eq(sessions.token, token))
  expect(await findPlayer(requestWith(cookie))).toBeNull()
})

test('the player is read once per request, and again for the next', async () => {
  const player = await createPlayer()
  const { cookie } = await signIn(player)
  await runWithState(async () => {
    expect(await findPlayer(requestWith(cookie))).toMatchObject({ role: 'player' })
    await database().update(players).set({ role: 'operator' }).where(eq(players.id, player.id))
    expect(await findPlayer(requestWith(cookie))).toMatchObject({ role: 'player' })
  })
  await runWithState(async () => {
    expect(await findPlayer(requestWith(cookie))).toMatchObject({ role: 'operator' })
  })
})

test('an endpoint for players responds to a visitor with 401 and a sentence', async () => {
  const refused = await requirePlayer(requestWith()).catch((thrown: unknown) => thrown as Response)
  expect((refused as Response).status).toBe(401)
  expect(await (refused as Response).text()).toBe(SIGNED_OUT)
})

test('use extends a session, up to 90 days after the sign-in', async () => {
  const { id } = await createPlayer()
  const { token } = await signIn({ id })
  const usedAfter = async (days: number) => {
    await database()
      .update(sessions)
      .set({ createdAt: daysAgo(days), updatedAt: daysAgo(2) })
      .where(eq(sessions.token, token))
    expect(await renewSession(token)).not.toBeNull()
    const [session] = await database().select().from(sessions).where(eq(sessions.token, token))
    return Math.round((session!.expiresAt.getTime() - session!.createdAt.getTime()) / 86_400_000)
  }
  expect(await usedAfter(10)).toBe(40)
  expect(await usedAfter(60)).toBe(90)
  expect(await usedAfter(85)).toBe(90)
})

test('many other sessions do not evict one that is in use', () => {
  rememberSession('in use', 'mara')
  for (let at = 0; at < 50_000; at++) {
    rememberSession(`of a crowd ${at}`, null)
    if (at % 1000 === 0) expect(recentPlayerOf('in use')).toBe('mara')
  }
  expect(recentPlayerOf('in use')).toBe('mara')
})
