import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { purgePages } from '../../app/server/cache/purge.server.ts'
import { type BuiltPortal, SITE, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { createGame, type GameRow } from '../fixtures/games.ts'
import { createPlayer, signIn } from '../fixtures/players.ts'

/** Visitors see reactions within seconds, without a new page for each click. */

let portal: BuiltPortal
let listener: pg.Client
let game: GameRow
let heard: string[][]

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  portal = await startBuiltPortal()
  // `listenForPurges` would give up its connection if the clock is advanced while it waits for a response.
  listener = new pg.Client(portal.connection)
  listener.on('notification', ({ payload }) => heard.push(JSON.parse(payload!).tags))
  await listener.connect()
  await listener.query('listen playhall_purge')
})
beforeEach(async () => {
  heard = []
  game = await createGame()
})
afterAll(async () => {
  vi.useRealTimers()
  await listener?.end()
  await portal?.stop()
})

/** How long reactions are collected before a purge. */
const advanceSeconds = () => vi.advanceTimersByTime(5000)

let sent = 0

/** A player who alternately likes a game and removes the like, from a separate address. */
async function createFan(liked = game): Promise<() => Promise<void>> {
  const { cookie } = await signIn(await createPlayer())
  const address = `10.7.${++sent >> 8}.${sent & 255}`
  let likes = false
  return async () => {
    likes = !likes
    const react = () =>
      portal.send(`/game/${liked.id}/reaction`, {
        method: likes ? 'PUT' : 'DELETE',
        headers: { cookie, origin: SITE, 'x-forwarded-for': address, 'content-type': 'application/json' },
        ...(likes && { body: '{"reaction":"like"}' }),
      })
    let { status } = await react()
    // On a slow machine, a request may wait in the queue for too long.
    while (status === 503) ({ status } = await react())
    expect(status).toBe(200)
  }
}

/** The number of likes on a visitor's page. */
async function countLikes(): Promise<number> {
  const answer = await portal.openBrowser().get(`/games/${game.slug}`)
  expect(answer.headers['cache-control']).toContain('s-maxage=60')
  return Number(/Like, (\d+)/.exec(wordsOf(answer))?.[1])
}

test('a visitor sees a like within seconds', async () => {
  const click = await createFan()
  expect(await countLikes()).toBe(0)
  await click()
  advanceSeconds()
  await expect.poll(countLikes).toBe(1)
  await click()
  advanceSeconds()
  await expect.poll(countLikes).toBe(0)
})

test('fifty clicks purge the page once or twice, and the last one is counted', async () => {
  const fans = await Promise.all(Array.from({ length: 50 }, () => createFan()))
  expect(await countLikes()).toBe(0)
  await Promise.all(fans.map((click) => click()))
  advanceSeconds()
  await expect.poll(countLikes).toBe(50)
  // No further purge follows.
  advanceSeconds()
  await purgePages(['blog'])
  await expect.poll(() => heard).toContainEqual(['blog'])
  // The portal and this test use different connections, so that either purge may arrive first.
  const ofGame = heard.filter((tags) => !tags.includes('blog'))
  expect([1, 2]).toContain(ofGame.length)
  expect(new Set(ofGame.flat())).toEqual(new Set([`game:${game.id}`]))
})

test('games liked at the same time are purged together', async () => {
  const games = [game, await createGame()]
  const clicks = await Promise.all(games.map((one) => createFan(one)))
  await Promise.all(clicks.map((click) => click()))
  advanceSeconds()
  await expect
    .poll(() => heard.map((tags) => tags.toSorted()))
    .toEqual([games.map(({ id }) => `game:${id}`).toSorted()])
})
