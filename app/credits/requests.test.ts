import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBalance, readLedger } from '../../testing/fixtures/credits.ts'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createGame, type GameRow } from '../../testing/fixtures/games.ts'
import { createPlayer, signIn } from '../../testing/fixtures/players.ts'
import { database } from '../db/connection.server.ts'
import { sessions } from '../db/schema/accounts.server.ts'
import { playSessions } from '../db/schema/credits.server.ts'
import { SIGNED_OUT } from '../server/sessions/session.server.ts'
import { action as beats } from './play-time/beats.route.ts'
import { WHEEL } from './credit-rules.ts'
import { startPlay } from './play-time/play-time.server.ts'
import { action as plays } from './play-time/plays.route.ts'
import { action as shares } from './shares.route.ts'
import { action as spin } from './wheel/spin.route.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let game: GameRow
beforeAll(async () => {
  process.env.AUTH_SECRET = 'a secret of thirty-two characters'
  testDatabase = await createTestDatabase()
  game = await createGame()
})
afterAll(() => testDatabase.drop())

type Action = (given: never) => Promise<Response>
const ACTIONS = { plays, beats, shares, spin } as Record<string, Action>
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

type Sent = { id?: string; body?: unknown; accept?: string; cookie?: string | undefined }

/** Sends a POST request to an endpoint. Returns its response, even if the endpoint throws it. */
async function post(name: string, { id = UNKNOWN, body, accept = 'application/json', cookie }: Sent = {}) {
  const request = new Request('http://playhall.example/', {
    method: 'POST',
    headers: { accept, ...(cookie && { cookie }), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const answer = await (ACTIONS[name] as Action)({ request, params: { id } } as never).catch(
    (thrown: unknown) => thrown,
  )
  const { status, headers } = answer as Response
  return { status, headers, text: await (answer as Response).text() }
}

async function createSignedIn() {
  const player = await createPlayer()
  return { id: player.id, ...(await signIn(player)) }
}

test.each(['plays', 'beats', 'shares', 'spin'])('%s requires sign-in', async (name) => {
  const { token, cookie } = await createSignedIn()
  await database().delete(sessions).where(eq(sessions.token, token))
  for (const sent of [{}, { cookie }]) {
    const { status, text } = await post(name, {
      ...sent,
      body: { gameId: game.id },
      id: name === 'shares' ? '1' : UNKNOWN,
    })
    expect([status, text]).toEqual([401, SIGNED_OUT])
  }
})

test('a started game is counted for the signed-in player, whatever else is sent', async () => {
  const [player, other] = [await createSignedIn(), await createSignedIn()]
  const body = { gameId: game.id, playerId: other.id, player: other.id, credits: 500, id: UNKNOWN, seconds: 9000 }
  const { status, text } = await post('plays', { cookie: player.cookie, body })
  expect(status).toBe(201)
  const { id } = JSON.parse(text) as { id: string }
  expect(id).not.toBe(UNKNOWN)
  const running = await database().select().from(playSessions).where(eq(playSessions.id, id))
  expect(running).toMatchObject([{ playerId: player.id, gameId: game.id }])
  expect(await database().$count(playSessions, eq(playSessions.playerId, other.id))).toBe(0)

  const beat = await post('beats', {
    cookie: player.cookie,
    id,
    body: { seconds: 1800, credits: 30, now: '2030-01-01' },
  })
  expect(JSON.parse(beat.text)).toEqual({ credits: 0, minutes: 0, total: null })
  expect(await readBalance(player.id)).toEqual({ total: 0, sum: 0 })
})

test.each([
  ['nothing', undefined],
  ['no JSON', '{'],
  ['null', null],
  ['no game', {}],
  ['a word', { gameId: 'x' }],
  ['zero', { gameId: 0 }],
  ['a part', { gameId: 1.5 }],
  ['a number beyond the database’s integer', { gameId: 99_999_999_999 }],
  ['a list', [1]],
])('a game to start must be valid: %s', async (_, body) => {
  const { cookie } = await createSignedIn()
  expect((await post('plays', { cookie, body })).status).toBe(400)
})

test('an unknown game cannot be started or shared', async () => {
  const { cookie } = await createSignedIn()
  expect((await post('plays', { cookie, body: { gameId: 999_999 } })).status).toBe(404)
  for (const id of ['999999', '0', 'x', '99999999999', '1.5', '-1', '']) {
    expect((await post('shares', { cookie, id })).status).toBe(404)
  }
})

test('another player’s play session is not found, and a replaced one is a conflict', async () => {
  const [player, other] = [await createSignedIn(), await createSignedIn()]
  const foreign = (await startPlay(other.id, game.id)) as string
  expect((await post('beats', { cookie: player.cookie, id: foreign })).status).toBe(404)
  const first = (await startPlay(player.id, game.id)) as string
  expect((await post('beats', { cookie: player.cookie, id: first })).status).toBe(200)
  await startPlay(player.id, game.id)
  expect((await post('beats', { cookie: player.cookie, id: first })).status).toBe(409)
})

test.each(['x', '1', "' or 1=1", 'ffffffff-ffff-ffff-ffff-fffffffffffg', ''])(
  'the play session %j is not found',
  async (id) => {
    const { cookie } = await createSignedIn()
    expect((await post('beats', { cookie, id })).status).toBe(404)
  },
)

test('a share earns the signed-in player the standard credits, whatever is sent', async () => {
  const [player, other] = [await createSignedIn(), await createSignedIn()]
  const sent = { cookie: player.cookie, id: String(game.id), body: { credits: 5000, playerId: other.id } }
  expect(JSON.parse((await post('shares', sent)).text)).toEqual({ credits: 20, total: 20 })
  expect(JSON.parse((await post('shares', sent)).text)).toEqual({ credits: 0, total: 20 })
  expect(await readBalance(other.id)).toEqual({ total: 0, sum: 0 })
})

test('a spin is for the signed-in player, and sent amounts are ignored', async () => {
  const [player, other] = [await createSignedIn(), await createSignedIn()]
  const body = { segment: 7, credits: 5000, playerId: other.id, day: '2020-01-01' }
  const first = JSON.parse((await post('spin', { cookie: player.cookie, body })).text) as {
    segment: number
    credits: number
  }
  expect(first).toMatchObject({ credits: WHEEL[first.segment], isNew: true, total: first.credits })
  const again = JSON.parse((await post('spin', { cookie: player.cookie, body })).text) as object
  expect(again).toEqual({ ...first, isNew: false })
  expect(await readLedger(player.id)).toHaveLength(1)
  expect(await readLedger(other.id)).toEqual([])
})

test('the form of the wheel redirects to the rewards, and visitors to the sign-in page', async () => {
  const { id, cookie } = await createSignedIn()
  const spun = await post('spin', { cookie, accept: 'text/html' })
  expect([spun.status, spun.headers.get('location')]).toEqual([303, '/rewards'])
  expect(await readLedger(id)).toHaveLength(1)
  const visitor = await post('spin', { accept: 'text/html' })
  expect([visitor.status, visitor.headers.get('location')]).toEqual([303, '/login?next=%2Frewards'])
})
