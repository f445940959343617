import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { awardCredits, revokeAward } from '../../app/credits/ledger.server.ts'
import { database } from '../../app/db/connection.server.ts'
import { players } from '../../app/db/schema/accounts.server.ts'
import { buyItem } from '../../app/shop/buy-item.server.ts'
import { type BuiltPortal, SITE, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { readBalance, readLedger } from '../fixtures/credits.ts'
import { type Actor, createActor } from '../fixtures/players.ts'
import { createComment, createPost } from '../fixtures/posts.ts'

/** The shop over HTTP, with and without script. */

let portal: BuiltPortal
beforeAll(async () => {
  portal = await startBuiltPortal()
})
afterAll(() => portal?.stop())

async function playerWith(credits: number): Promise<Actor> {
  const player = await createActor()
  const award = { playerId: player.id, activity: 'spin', credits, key: 'spin:x' } as const
  await database().transaction((tx) => awardCredits(tx, award))
  return player
}
function browserOf({ cookie }: Actor) {
  const browser = portal.openBrowser()
  const at = cookie.indexOf('=')
  browser.cookies.set(cookie.slice(0, at), cookie.slice(at + 1))
  return browser
}
const byScript = (player: Actor, method: string, path: string, body?: string) =>
  portal.send(path, {
    method,
    headers: { cookie: player.cookie, origin: SITE, accept: 'application/json', 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  })
/** Every worn item of a kind in a page's markup. */
const worn = (text: string, look: string) => text.split(`="${look}"`).length - 1

test('the shop shows a player the balance, the owned items and each price', async () => {
  const player = await playerWith(100)
  await buyItem(player.id, 'frame-bulbs')
  const words = wordsOf(await browserOf(player).get('/rewards/shop'))
  // 10 of the credits are for the day's first visit.
  expect(words).toContain('50 credits')
  expect(words).toMatch(/House Lights Yours\. Use/)
  expect(words).toMatch(/Ticket Stub .{0,40}90 credits 40 more to go/)
  expect(words).toContain('0 of 2 available')
  expect(words).not.toContain('Buy for 90')
})

test('without script a player buys and wears an item through forms, and the shop confirms each step', async () => {
  const player = await playerWith(100)
  const browser = browserOf(player)
  const bought = await browser.post('/rewards/purchases/frame-bulbs', {})
  expect([bought.status, bought.headers.location]).toEqual([303, '/rewards/shop'])
  expect(wordsOf(await browser.get('/rewards/shop'))).toContain(
    'House Lights frame is yours. You have 40 credits left.',
  )
  await browser.post('/rewards/purchases/frame-film', {})
  expect(wordsOf(await browser.get('/rewards/shop'))).toContain('You need 70 more credits for this.')
  await browser.post('/rewards/worn/frame-bulbs', { worn: 'yes' })
  const shop = await browser.get('/rewards/shop')
  expect(wordsOf(shop)).toContain('House Lights: you are using it now.')
  expect(wordsOf(shop)).toContain('You are using it. Stop using')
  await browser.post('/rewards/worn/frame-bulbs', { worn: 'no' })
  expect(wordsOf(await browser.get('/rewards/shop'))).toContain('House Lights: no longer in use.')
  await browser.post('/rewards/worn/frame-marquee', { worn: 'yes' })
  expect(wordsOf(await browser.get('/rewards/shop'))).toContain('You do not own this yet.')
  expect(wordsOf(await browser.get('/rewards'))).toMatch(/Bought: House Lights frame −60/)
})

test('the server ignores price, player and result in a request, and a repeated purchase costs nothing', async () => {
  const [player, other] = [await playerWith(100), await playerWith(100)]
  const forged = JSON.stringify({ price: 1, credits: 9999, playerId: other.id, item: 'frame-marquee', key: 'x' })
  for (const at of [0, 1, 2]) {
    const { status, text } = await byScript(player, 'PUT', '/rewards/purchases/frame-bulbs?price=1', forged)
    expect([status, JSON.parse(text)], String(at)).toEqual([200, { total: 40 }])
  }
  const short = await byScript(player, 'PUT', '/rewards/purchases/frame-marquee?price=1', forged)
  expect([short.status, short.text]).toEqual([409, 'You need 560 more credits for this.'])
  expect((await byScript(player, 'PUT', '/rewards/purchases/frame-none')).status).toBe(404)
  expect((await byScript(player, 'PUT', '/rewards/worn/frame-none')).status).toBe(404)
  expect((await byScript(player, 'PUT', '/rewards/worn/frame-marquee')).status).toBe(409)
  expect((await byScript(player, 'GET', '/rewards/purchases/frame-bulbs')).status).toBe(405)
  expect(await readLedger(player.id)).toEqual(['spin:x 100', 'buy:frame-bulbs -60'])
  expect(await readBalance(other.id)).toEqual({ total: 100, sum: 100 })
})

test('a request from another site buys nothing', async () => {
  const player = await playerWith(100)
  const { status } = await portal.send('/rewards/purchases/frame-bulbs', {
    method: 'POST',
    headers: { cookie: player.cookie, origin: 'https://elsewhere.example' },
  })
  expect(status).toBe(403)
  expect(await readLedger(player.id)).toEqual(['spin:x 100'])
})

test('fifty simultaneous purchases from two tabs are paid once and get the same response', async () => {
  const player = await playerWith(100)
  // On a slow machine, a request may wait in the queue for too long.
  const buy = async (): ReturnType<typeof byScript> => {
    const answer = await byScript(player, 'PUT', '/rewards/purchases/rest-1')
    return answer.status === 503 ? buy() : answer
  }
  const answers = await Promise.all(Array.from({ length: 50 }, buy))
  // The visit of the day is recorded first; 10 of the credits are for it.
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {"total":50}']))
  expect(await readBalance(player.id)).toEqual({ total: 50, sum: 50 })
})

test('visitors see a worn item wherever the player is shown, until it is taken off', async () => {
  const player = await playerWith(1000)
  const post = await createPost({ playerId: player.id })
  const under = await createPost()
  await createComment(player, under)
  for (const item of ['frame-film', 'ground-curtain']) await buyItem(player.id, item)
  const pages = ['/community', `/community/${post.id}`, `/community/${under.id}`, `/players/${player.username}`]
  const seen = async (look: string) =>
    Promise.all(pages.map(async (at) => worn((await portal.openBrowser().get(at)).text, look) > 0))
  expect(await seen('frame-film')).toEqual([false, false, false, false])
  for (const look of ['frame-film', 'ground-curtain'])
    expect((await byScript(player, 'PUT', `/rewards/worn/${look}`)).status).toBe(204)
  await expect.poll(() => seen('frame-film')).toEqual([true, true, true, true])
  expect(await seen('ground-curtain')).toEqual([false, false, false, true])
  expect((await portal.openBrowser().get(`/players/${player.username}/card`)).text).toContain(
    '"background":"ground-curtain"',
  )
  // Every page of the player shows it in the header.
  expect(worn((await browserOf(player).get('/games')).text, 'frame-film')).toBeGreaterThan(0)
  for (const look of ['frame-film', 'ground-curtain'])
    expect((await byScript(player, 'DELETE', `/rewards/worn/${look}`)).status).toBe(204)
  await expect.poll(() => seen('frame-film')).toEqual([false, false, false, false])
  const [row] = await database().select().from(players).where(eq(players.id, player.id))
  expect([row?.frame, row?.background]).toEqual([null, null])
})

test('only the player sees a negative balance', async () => {
  const player = await playerWith(100)
  await buyItem(player.id, 'ground-curtain')
  await database().transaction((tx) => revokeAward(tx, player.id, 'spin:x'))
  expect(wordsOf(await portal.openBrowser().get(`/players/${player.username}`))).toMatch(/Credits 0\b|0 Credits/)
  expect(wordsOf(await browserOf(player).get('/rewards/shop'))).toContain('-70 credits')
})
