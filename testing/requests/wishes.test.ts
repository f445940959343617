import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '../../app/db/connection.server.ts'
import { sessions } from '../../app/db/schema/accounts.server.ts'
import { games, gameViews } from '../../app/db/schema/games.server.ts'
import { gameReactions, recentGames } from '../../app/db/schema/game-activity.server.ts'
import { wishlistEntries } from '../../app/db/schema/wishlist.server.ts'
import type { Answer, TestPortal } from '../../app/server/http/testing.server.ts'
import { LIMITS } from '../../app/server/http/rate-limit.server.ts'
import type { Moved } from '../../app/shell/local-data.route.ts'
import { MAX_WISHES } from '../../app/wishlist/wishlist-rules.ts'
import { stopClock } from '../fixtures/stopped-clock.ts'
import { startBuilt } from '../portal/built-portal.ts'
import { createTestDatabase } from '../fixtures/database.ts'
import { createGames, type GameRow } from '../fixtures/games.ts'
import { createPlayer, type PlayerRow, signIn } from '../fixtures/players.ts'

const SITE = 'http://playhall.example'
const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-wishes-'))
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let portal: TestPortal
let game: GameRow
let another: GameRow
let player: PlayerRow & { cookie: string; token: string }
let other: PlayerRow & { cookie: string; token: string }

beforeAll(async () => {
  Object.assign(process.env, { SITE_URL: SITE, DATA_DIR: folder })
  testDatabase = await createTestDatabase()
  portal = await startBuilt(testDatabase.connection)
})
beforeEach(async () => {
  ;[game, another] = (await createGames([{}, {}])) as [GameRow, GameRow]
  ;[player, other] = await Promise.all([createSignedIn(), createSignedIn()])
})
afterAll(async () => {
  await portal?.close()
  await testDatabase?.drop()
  rmSync(folder, { recursive: true })
})

async function createSignedIn() {
  const made = await createPlayer()
  return { ...made, ...(await signIn(made)) }
}

let sent = 0

type Options = { as?: { cookie: string } | undefined; body?: unknown; address?: string; html?: boolean }

/** Each request comes from a different address, so that no limit counts them together. */
function send(method: string, at: string, { as, body, address, html }: Options = {}): Promise<Answer> {
  const number = ++sent
  return portal.send(at, {
    method,
    headers: {
      'x-forwarded-for': address ?? `10.9.${number >> 8}.${number & 255}`,
      accept: html ? 'text/html' : 'application/json',
      ...(method !== 'GET' && { origin: SITE }),
      ...(as && { cookie: as.cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

const wishesOf = async ({ id }: PlayerRow) =>
  (await database().select().from(wishlistEntries).where(eq(wishlistEntries.playerId, id))).map(({ gameId }) => gameId)

const playedBy = async ({ id }: PlayerRow) =>
  (await database().select().from(recentGames).where(eq(recentGames.playerId, id))).map(({ gameId }) => gameId)

const reactionOf = async ({ id }: PlayerRow) =>
  (
    await database()
      .select()
      .from(gameReactions)
      .where(and(eq(gameReactions.playerId, id), eq(gameReactions.gameId, game.id)))
  )[0]?.reaction

/** A session that was ended on another device: the browser still has its cookie. */
async function endSession({ token }: { token: string }): Promise<void> {
  await database().delete(sessions).where(eq(sessions.token, token))
}

const entry = (id: number | string) => `/wishlist/entries/${id}`
const reaction = (id: number | string) => `/game/${id}/reaction`

const CHANGES: [string, string, () => string, unknown?][] = [
  ['a wish', 'PUT', () => entry(game.id)],
  ['removing a wishlist entry', 'DELETE', () => entry(game.id)],
  ['a like', 'PUT', () => reaction(game.id), { reaction: 'like' }],
  ['removing a like', 'DELETE', () => reaction(game.id)],
  ['removing one recent game', 'DELETE', () => `/recent-games/${game.id}`],
  ['removing all recent games', 'DELETE', () => '/recent-games'],
  ['importing local data', 'POST', () => '/kept', { wishes: [], recent: [] }],
]

// routes.test.ts checks access.

test('a caller without a session, or whose session ended, gets 401', async () => {
  await endSession(other)
  for (const [name, method, at, body] of CHANGES) {
    const words = at().startsWith('/wishlist') ? /^User must be logged in to add to wishlist$/ : /^You are signed out\./
    for (const as of [undefined, other]) {
      const { status, text } = await send(method, at(), { as, body })
      expect([status, text], name).toEqual([401, expect.stringMatching(words)])
    }
  }
})

test('responses about a player’s own data reach no one else and no cache', async () => {
  for (const [name, method, at, body] of CHANGES) {
    const { headers, status } = await send(method, at(), { as: player, body })
    expect(status, name).toBeLessThan(300)
    expect(headers['cache-control'], name).toMatch(/no-store/)
  }
})

test.each([
  ['/wishlist/entries/1', ['GET', 'POST', 'PATCH'], 'PUT, DELETE'],
  ['/game/1/reaction', ['POST', 'PATCH'], 'GET, PUT, DELETE'],
  ['/recent-games', ['GET', 'POST', 'PUT'], 'DELETE'],
  ['/recent-games/1', ['GET', 'POST', 'PUT'], 'DELETE'],
  ['/kept', ['GET', 'PUT', 'DELETE'], 'POST'],
])('%s accepts no other method', async (at, methods, allow) => {
  for (const method of methods) {
    const { status, headers } = await send(method, at, { as: player })
    expect([status, headers.allow], `${method} ${at}`).toEqual([405, allow])
  }
})

const NO_GAMES = ['0', '-1', '01', '1.5', '1e3', 'x', '%20', '999999999', '9999999999', '99999999999999999999', "1'--"]

test('an unknown game can be neither added to the wishlist nor liked', async () => {
  for (const id of NO_GAMES) {
    const like = { reaction: 'like' }
    const answers = [
      await send('PUT', entry(id), { as: player }),
      await send('DELETE', entry(id), { as: player }),
      await send('PUT', reaction(id), { as: player, body: like }),
      await send('DELETE', reaction(id), { as: player }),
      await send('GET', reaction(id)),
    ]
    expect(
      answers.map(({ status }) => status),
      id,
    ).toEqual([404, 404, 404, 404, 404])
  }
  expect(await wishesOf(player)).toEqual([])
})

test('a wishlist entry is private: other players neither see nor remove it', async () => {
  expect((await send('PUT', entry(game.id), { as: player })).status).toBe(204)
  expect((await send('PUT', entry(game.id), { as: player })).status).toBe(204)
  expect(await wishesOf(player)).toEqual([game.id])
  expect(await wishesOf(other)).toEqual([])
  expect((await send('DELETE', entry(game.id), { as: other })).status).toBe(204)
  expect(await wishesOf(player)).toEqual([game.id])
  expect((await send('DELETE', entry(game.id), { as: player })).status).toBe(204)
  expect(await wishesOf(player)).toEqual([])
})

test('a like belongs to its player, and everybody sees the count', async () => {
  const liked = await send('PUT', reaction(game.id), { as: player, body: { reaction: 'like' } })
  expect(JSON.parse(liked.text)).toEqual({ likes: 1, dislikes: 0 })
  const foreign = await send('DELETE', reaction(game.id), { as: other })
  expect(JSON.parse(foreign.text)).toEqual({ likes: 1, dislikes: 0 })
  await send('PUT', reaction(game.id), { as: other, body: { reaction: 'dislike' } })
  const read = await send('GET', reaction(game.id))
  expect(JSON.parse(read.text)).toEqual({ likes: 1, dislikes: 1 })
  expect(read.headers['cache-control']).toContain('no-store')
  expect([await reactionOf(player), await reactionOf(other)]).toEqual(['like', 'dislike'])
})

test.each(['', '{', 'null', '[]', '{}', '{"reaction":"love"}', '{"reaction":["like"]}', '{"reaction":null}'])(
  'the reaction %j is refused with a message',
  async (body) => {
    const { status, text } = await send('PUT', reaction(game.id), { as: player, body })
    expect([status, text]).toEqual([400, 'The request could not be read. Please reload the page.'])
    expect(await reactionOf(player)).toBeUndefined()
  },
)

test('a player id in a request is ignored', async () => {
  const body = { reaction: 'like', playerId: other.id, player_id: other.id, user_id: other.id }
  await send('PUT', `${reaction(game.id)}?playerId=${other.id}`, { as: player, body })
  expect([await reactionOf(player), await reactionOf(other)]).toEqual(['like', undefined])
})

test('sixty reactions a minute are accepted, and the next is refused with a Retry-After', async () => {
  const address = '10.8.0.1'
  const { points } = LIMITS.reactions
  expect(points).toBe(60)
  stopClock()
  for (let at = 0; at < points; at++)
    expect((await send('GET', reaction(game.id), { address })).status, String(at)).toBe(200)
  const next = await send('PUT', reaction(game.id), { as: player, body: { reaction: 'like' }, address })
  expect(next.status).toBe(429)
  expect(Number(next.headers['retry-after'])).toBeGreaterThan(0)
  expect(await reactionOf(player)).toBeUndefined()
  // A share is a reaction, too (docs/safety.md).
  expect((await send('POST', `/game/${game.id}/shares`, { as: player, address })).status).toBe(429)
})

test('a reported view records a recent game for players, not for visitors', async () => {
  expect((await send('POST', `/game/${game.id}/views`, { as: player })).status).toBe(204)
  expect((await send('POST', `/game/${another.id}/views`)).status).toBe(204)
  expect((await send('POST', '/game/999999999/views', { as: player })).status).toBe(204)
  expect(await playedBy(player)).toEqual([game.id])
})

test('a player removes one or all of their recent games', async () => {
  for (const one of [game, another]) {
    for (const as of [player, other]) await send('POST', `/game/${one.id}/views`, { as })
  }
  expect((await send('DELETE', `/recent-games/${game.id}`, { as: player })).status).toBe(204)
  expect(await playedBy(player)).toEqual([another.id])
  expect((await send('DELETE', '/recent-games', { as: player })).status).toBe(204)
  expect(await playedBy(player)).toEqual([])
  expect(await playedBy(other)).toHaveLength(2)
})

const kept = (as: typeof player, body: unknown) => send('POST', '/kept', { as, body })

test('local data moves into the account of the signed-in player, and repeating the request changes nothing', async () => {
  const body = {
    wishes: [{ id: game.id, at: 1000 }],
    recent: [
      { id: game.id, at: 2000 },
      { id: another.id, at: 3000 },
      { id: 999_999_999, at: 4000 },
    ],
    playerId: other.id,
  }
  for (let time = 0; time < 3; time++) {
    const { status, text } = await kept(player, body)
    expect([status, JSON.parse(text)]).toEqual([200, { wishes: { moved: [game.id], left: [] }, recent: 2 }])
  }
  expect(await wishesOf(player)).toEqual([game.id])
  expect(new Set(await playedBy(player))).toEqual(new Set([game.id, another.id]))
  expect([await wishesOf(other), await playedBy(other)]).toEqual([[], []])
})

test('entries beyond the wishlist’s limit are reported, and move once there is room', async () => {
  const full = await createGames(Array.from({ length: MAX_WISHES - 1 }, () => ({})))
  await database()
    .insert(wishlistEntries)
    .values(full.map(({ id }) => ({ playerId: player.id, gameId: id })))
  const wishes = [
    { id: game.id, at: 2000 },
    { id: another.id, at: 1000 },
  ]
  const move = async () => JSON.parse((await kept(player, { wishes, recent: [] })).text) as Moved
  expect((await move()).wishes).toEqual({ moved: [game.id], left: [another.id] })
  expect(await wishesOf(player)).not.toContain(another.id)
  await send('DELETE', entry(full[0]!.id), { as: player })
  expect((await move()).wishes).toEqual({ moved: [game.id, another.id], left: [] })
  expect(await wishesOf(player)).toHaveLength(MAX_WISHES)
})

test('two tabs that send the same local data at once store it once', async () => {
  const things = [
    { id: game.id, at: 1 },
    { id: another.id, at: 2 },
  ]
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => {
      const given = at % 2 ? things : things.toReversed()
      return kept(player, { wishes: given, recent: given })
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
  expect([(await wishesOf(player)).length, (await playedBy(player)).length]).toEqual([2, 2])
})

const many = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at + 1, at }))

test('a hundred of each are accepted, and one more of either refuses the whole request', async () => {
  expect((await kept(player, { wishes: many(100), recent: many(100) })).status).toBe(200)
  expect((await kept(other, { wishes: many(101), recent: [{ id: game.id, at: 1 }] })).status).toBe(400)
  expect((await kept(other, { wishes: [{ id: game.id, at: 1 }], recent: many(101) })).status).toBe(400)
  expect([await wishesOf(other), await playedBy(other)]).toEqual([[], []])
})

test.each([
  { wishes: [] },
  { wishes: {}, recent: [] },
  { wishes: [1], recent: [] },
  { wishes: [{ id: 0, at: 1 }], recent: [] },
  { wishes: [{ id: 1.5, at: 1 }], recent: [] },
  { wishes: [{ id: 2_147_483_648, at: 1 }], recent: [] },
  { wishes: [{ id: 1 }], recent: [] },
  { wishes: [{ id: 1, at: -1 }], recent: [] },
  { wishes: [{ id: 1, at: 8.65e15 }], recent: [] },
  { wishes: [{ id: '1; drop table games', at: 1 }], recent: [] },
])('%j is refused', async (body) => {
  expect((await kept(player, body)).status).toBe(400)
})

test('extreme dates and ids cause no error', async () => {
  const edge = [
    { id: 2_147_483_647, at: 8.64e15 },
    { id: game.id, at: 8.64e15 },
    { id: another.id, at: 0 },
  ]
  const { status, text } = await kept(player, { wishes: edge, recent: edge })
  expect([status, JSON.parse(text)]).toEqual([200, { wishes: { moved: [game.id, another.id], left: [] }, recent: 2 }])
})

const textOf = ({ text }: Answer) => text.slice(text.indexOf('<main'))

test('the wishlist page asks visitors to sign in, and shows each player’s own entries', async () => {
  const visitor = await send('GET', '/wishlist', { html: true })
  expect(visitor.headers['cache-control']).toContain('public')
  expect(textOf(visitor)).toContain('Please login to view your wishlist')
  expect(textOf(visitor)).toContain('href="/login?next=%2Fwishlist"')
  expect(textOf(await send('GET', '/wishlist', { html: true, as: player }))).toContain('Your wishlist is empty')
  await send('PUT', entry(game.id), { as: player })
  const own = await send('GET', '/wishlist', { html: true, as: player })
  expect(own.headers['cache-control']).toBe('private, no-store')
  expect(textOf(own)).toContain(game.title)
  expect(textOf(await send('GET', '/wishlist', { html: true, as: other }))).not.toContain(game.title)
  await endSession(player)
  expect(textOf(await send('GET', '/wishlist', { html: true, as: player }))).toContain('Please login to view')
})

test('a page past the end of the wishlist redirects to the last page', async () => {
  const all = await createGames(Array.from({ length: 49 }, () => ({})))
  for (const { id } of all) await send('PUT', entry(id), { as: player })
  const last = await send('GET', '/wishlist?page=2', { html: true, as: player })
  expect(textOf(last)).toContain(all[0]!.title)
  expect(textOf(last)).not.toContain(all[48]!.title)
  const past = await send('GET', '/wishlist?page=9', { html: true, as: player })
  expect([past.status, past.headers.location]).toEqual([302, '/wishlist?page=2'])
  for (const odd of ['0', '-1', '1.5', 'x', '', '1e99', '99999999999999999999']) {
    expect((await send('GET', `/wishlist?page=${odd}`, { html: true, as: player })).status).toBe(200)
  }
})

test('each player sees their own rows on the home page', async () => {
  await send('PUT', entry(game.id), { as: player })
  await send('POST', `/game/${another.id}/views`, { as: player })
  const rows = (answer: Answer) =>
    ['>My Wishlist</h2>', '>Continue playing</h2>'].map((title) => answer.text.includes(title))
  const own = await send('GET', '/', { html: true, as: player })
  expect(rows(own)).toEqual([true, true])
  expect(own.headers['cache-control']).toBe('private, no-store')
  const foreign = await send('GET', '/', { html: true, as: other })
  const visitor = await send('GET', '/', { html: true })
  // A hidden placeholder for local games is on the page for everybody.
  for (const answer of [foreign, visitor]) {
    expect(rows(answer)).toEqual([false, true])
    expect(answer.text).toContain('<section class="recent-placeholder" aria-hidden="true">')
  }
})

test('the page of a game shows a player’s reaction only to that player', async () => {
  await send('PUT', reaction(game.id), { as: player, body: { reaction: 'dislike' } })
  const pressed = async (as?: typeof player) => {
    const { text } = await send('GET', `/games/${game.slug}`, { html: true, as })
    return [...text.matchAll(/<button[^>]* class="reaction[^>]*>/g)].map(([tag]) => tag.includes('aria-pressed="true"'))
  }
  expect(await pressed(player)).toEqual([false, true])
  expect(await pressed(other)).toEqual([false, false])
  expect(await pressed()).toEqual([false, false])
})

test('deleting a game deletes its wishlist entries, plays and reactions', async () => {
  await kept(player, { wishes: [{ id: game.id, at: 1 }], recent: [{ id: game.id, at: 1 }] })
  await send('PUT', reaction(game.id), { as: player, body: { reaction: 'like' } })
  await database().delete(games).where(eq(games.id, game.id))
  expect([await wishesOf(player), await playedBy(player), await reactionOf(player)]).toEqual([[], [], undefined])
  expect(await database().select().from(gameViews).where(eq(gameViews.gameId, game.id))).toEqual([])
  expect((await send('PUT', entry(game.id), { as: player })).status).toBe(404)
})
