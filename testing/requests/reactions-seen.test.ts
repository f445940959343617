import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listenForPurges, purgePages } from '../../app/server/cache/purge.server.ts'
import { type BuiltPortal, SITE, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { createGame, type GameRow } from '../fixtures/games.ts'
import { createPlayer, signIn } from '../fixtures/players.ts'

/** What players think of a game is seen by visitors within seconds, and not at the price of a page for each click. */

let portal: BuiltPortal
let endListening: () => Promise<void>
let game: GameRow
let heard: string[][]

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  portal = await startBuiltPortal()
  const onPurge = (tags: string[]) => void heard.push(tags)
  endListening = listenForPurges({ connection: portal.connection, onPurge, onGap: () => {} })
})
beforeEach(async () => {
  heard = []
  game = await createGame()
})
afterAll(async () => {
  vi.useRealTimers()
  await endListening?.()
  await portal?.stop()
})

/** As long as reactions are gathered. */
const passSeconds = () => vi.advanceTimersByTime(5000)

let sent = 0

/** A player who likes the game and takes it back in turn, from an address of their own. */
async function createFan(): Promise<() => Promise<void>> {
  const { cookie } = await signIn(await createPlayer())
  const address = `10.7.${++sent >> 8}.${sent & 255}`
  let likes = false
  return async () => {
    likes = !likes
    const { status } = await portal.send(`/game/${game.id}/reaction`, {
      method: likes ? 'PUT' : 'DELETE',
      headers: { cookie, origin: SITE, 'x-forwarded-for': address, 'content-type': 'application/json' },
      ...(likes && { body: '{"reaction":"like"}' }),
    })
    expect(status).toBe(200)
  }
}

/** The likes that a visitor's page shows. */
async function likesSeen(): Promise<number> {
  const answer = await portal.openBrowser().get(`/games/${game.slug}`)
  expect(answer.headers['cache-control']).toContain('s-maxage=60')
  return Number(/Like, (\d+)/.exec(wordsOf(answer))?.[1])
}

test('a visitor sees a like within seconds', async () => {
  const click = await createFan()
  expect(await likesSeen()).toBe(0)
  await click()
  passSeconds()
  await expect.poll(likesSeen).toBe(1)
  await click()
  passSeconds()
  await expect.poll(likesSeen).toBe(0)
})

test('fifty clicks make its page new once or twice, with the last of them counted', async () => {
  const fans = await Promise.all(Array.from({ length: 50 }, createFan))
  expect(await likesSeen()).toBe(0)
  await Promise.all(fans.map((click) => click()))
  passSeconds()
  await expect.poll(likesSeen).toBe(50)
  // Nothing more comes of these.
  passSeconds()
  await purgePages(['blog'])
  await expect.poll(() => heard.at(-1)).toEqual(['blog'])
  expect([1, 2]).toContain(heard.length - 1)
  expect(new Set(heard.slice(0, -1).flat())).toEqual(new Set([`game:${game.id}`]))
})

test('games that are liked at the same time are purged together', async () => {
  const clicks = [await createFan(), await createFan()]
  const first = game
  await clicks[0]!()
  game = await createGame()
  await clicks[1]!()
  passSeconds()
  await expect.poll(() => heard).toEqual([[`game:${first.id}`, `game:${game.id}`]])
})
