import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { database } from '../../app/db/connection.server.ts'
import { games } from '../../app/db/schema/games.server.ts'
import { purgePages } from '../../app/server/cache/purge.server.ts'
import { PAGES } from '../../app/site/navigation.ts'
import type { Answer } from '../../app/server/http/testing.server.ts'
import { type BuiltPortal, SITE, startBuiltPortal } from '../portal/built-portal.ts'
import { createGame, type GameRow } from '../fixtures/games.ts'
import { type Actor, createActor, createPlayer, signIn } from '../fixtures/players.ts'
import { SHARED, sharedFor } from './route-row.ts'

/**
 * A player's page is rendered for that player only. Nothing of a signed-in player gets into shared responses, though
 * both have the same address.
 */

const open = PAGES.filter((page) => !page.for).map(({ path }) => path)
const VISITED = [...open, '/games/moto-rush', '/category/new']

/** Browsers cache responses to our script until the signed-in player changes. */
const SHARED_DATA = sharedFor('max-age=180')

/** Pages that are rendered for each visitor. */
const UNSHARED = new Set(['/rewards'])

let portal: BuiltPortal
let game: GameRow
const players: Actor[] = []
beforeAll(async () => {
  portal = await startBuiltPortal()
  game = await createGame({ slug: 'moto-rush', title: 'Moto Rush', categories: ['Car'] })
  for (const username of ['first_player', 'second_player'])
    players.push(await createActor({ username, fullName: `Name of ${username}` }))
})
afterAll(() => portal?.stop())

/** The client: a player by number, or a visitor. */
type Who = 0 | 1 | null

const ask = (at: string, who: Who) =>
  portal.openBrowser().get(at, who === null ? {} : { cookie: players[who]?.cookie ?? '' })

function check(at: string, who: Who, { status, headers, text }: Answer): void {
  const label = `${at} as ${who === null ? 'a visitor' : players[who]?.username}`
  expect(status, label).toBe(200)
  const names = players.filter(({ username, email }) => text.includes(username) || text.includes(email))
  expect(
    names.map(({ username }) => username),
    label,
  ).toEqual(who === null ? [] : [players[who]?.username])
  const forVisitors = UNSHARED.has(at) ? /^private, no-cache$/ : at.includes('.data') ? SHARED_DATA : SHARED
  expect(headers['cache-control'], label).toMatch(who === null ? forVisitors : /^private, no-store$/)
  if (who !== null) expect(headers.etag, label).toBeUndefined()
}

test.each(VISITED)('%s shows each player their own name and a visitor none, in any order', async (at) => {
  const orders: Who[][] = [
    [0, 1, null, 0, null],
    [null, 1, null, 0],
  ]
  for (const order of orders) {
    portal.cache.expireAll()
    for (const who of order) check(at, who, await ask(at, who))
  }
})

test('simultaneous requests do not mix either', async () => {
  // A player starts, then a visitor.
  for (const order of [
    [0, null, 1, null],
    [null, 1, null, 0],
  ] as Who[][]) {
    for (const at of VISITED) {
      portal.cache.expireAll()
      const answers = await Promise.all(order.map((who) => ask(at, who)))
      order.forEach((who, place) => check(at, who, answers[place] as Answer))
    }
  }
})

test('responses to our script are separated likewise', async () => {
  for (const at of ['/_.data', '/games.data', '/games/moto-rush.data']) {
    for (const who of [null, 0, 1, null, 1, 0] as Who[]) check(at, who, await ask(at, who))
  }
})

test('forged, foreign and ended sessions get a visitor’s page and leave nothing in the cache', async () => {
  const { cookie } = await signIn(await createPlayer({ username: 'third_player' }))
  await database().execute(
    sql`delete from sessions where player_id = (select id from players where username = 'third_player')`,
  )
  const [first] = players
  for (const given of [cookie, `${first?.cookie.slice(0, -4)}AAAA`, 'playhall_session=x', 'some_session=1']) {
    portal.cache.expireAll()
    // All pages find the session in the same way.
    for (const at of given === cookie ? VISITED : ['/', '/games']) {
      const answer = await portal.openBrowser().get(at, { cookie: given })
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(answer.text).not.toMatch(/first_player|second_player|third_player/)
      check(at, null, await ask(at, null))
    }
  }
})

test('without script a form’s result is shown once, to its sender, and leaves nothing in the cache', async () => {
  const cookie = `playhall_note=${encodeURIComponent('Sent, <b>Mara</b>')}`
  const said = '<p class="note" role="status">Sent, &lt;b&gt;Mara&lt;/b&gt;</p>'
  for (const at of VISITED) {
    portal.cache.expireAll()
    const { text, headers } = await portal.openBrowser().get(at, { cookie })
    expect([text.includes(said), headers['cache-control']]).toEqual([true, 'private, no-store'])
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^playhall_note=; Max-Age=0; Path=\/; HttpOnly/)])
    const visitors = await ask(at, null)
    check(at, null, visitors)
    expect(visitors.text).not.toContain('class="note"')
  }
  const unread = await portal.openBrowser().get('/games', { cookie: 'playhall_note=%E0%A4%A' })
  expect([unread.status, unread.text.includes('class="note"')]).toEqual([200, false])
})

test('a visitor’s cached page is not reused for a player, not even by its ETag', async () => {
  const seen = await ask('/games', null)
  const etag = seen.headers.etag ?? ''
  expect((await portal.openBrowser().get('/games', { 'if-none-match': etag })).status).toBe(304)
  const own = await portal.openBrowser().get('/games', { 'if-none-match': etag, cookie: players[0]?.cookie ?? '' })
  check('/games', 0, own)
})

// Players' own pages

const titleOf = (text: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(text)?.[1]

test('players see a purged page’s changes as visitors do', async () => {
  const at = '/games/moto-rush'
  expect(titleOf((await ask(at, 0)).text)).toContain('Moto Rush')
  expect(titleOf((await ask(at, null)).text)).toContain('Moto Rush')
  await database().update(games).set({ title: 'Moto Dash' }).where(eq(games.id, game.id))
  await purgePages([`game:${game.id}`])
  await expect.poll(async () => titleOf((await ask(at, 0)).text)).toContain('Moto Dash')
  await expect.poll(async () => titleOf((await ask(at, null)).text)).toContain('Moto Dash')
})

test('players see their own changes at once, whatever is cached', async () => {
  const likeButton = async () => {
    const button =
      /<button[^>]*title="Like"[^>]*>.*?<\/button>/s.exec((await ask('/games/moto-rush', 0)).text)?.[0] ?? ''
    return [button.includes('aria-pressed="true"'), /(\d+)<\/button>/.exec(button)?.[1]]
  }
  const react = (method: string, body?: string) =>
    portal.send(`/game/${game.id}/reaction`, {
      method,
      headers: { cookie: players[0]!.cookie, origin: SITE, 'content-type': 'application/json' },
      body,
    })
  for (let round = 0; round < 5; round++) {
    expect((await react('PUT', '{"reaction":"like"}')).status).toBe(200)
    expect(await likeButton()).toEqual([true, '1'])
    expect((await react('DELETE')).status).toBe(200)
    expect(await likeButton()).toEqual([false, '0'])
  }
})

test('the cookie of a prolonged session reaches only its player', async () => {
  for (const at of ['/', '/games', '/terms']) {
    portal.cache.expireAll()
    await database().execute(
      sql`update sessions set updated_at = now() - interval '3 days' where player_id = ${players[0]!.id}`,
    )
    const [first, second, visitor] = [await ask(at, 0), await ask(at, 0), await ask(at, null)]
    expect(first.headers['set-cookie'], at).toHaveLength(1)
    expect(first.headers['cache-control'], at).toBe('private, no-store')
    expect([second.headers['set-cookie'], visitor.headers['set-cookie']], at).toEqual([undefined, undefined])
  }
})

test('an ended session gets a visitor’s page, and a missing game a page with the player’s name', async () => {
  const another = await createPlayer({ username: 'gone_soon' })
  const { cookie } = await signIn(another)
  expect((await portal.send('/', { headers: { cookie } })).text).toContain('gone_soon')
  await database().execute(sql`delete from sessions where player_id = ${another.id}`)
  const after = await portal.send('/', { headers: { cookie } })
  expect(after.text).not.toContain('gone_soon')
  expect(after.text).toContain('header-login')
  const missing = await ask('/games/nothing-here', 0)
  expect([missing.status, missing.text.includes('@<!-- -->first_player')]).toEqual([404, true])
})

test('a HEAD request returns the page’s Content-Length', async () => {
  const lengthOf = async () => (await ask('/games', 0)).headers['content-length']
  const compare = async () => {
    const before = await lengthOf()
    const { status, body, headers } = await portal.send('/games', {
      method: 'HEAD',
      headers: { cookie: players[0]!.cookie },
    })
    // The portal may have read the list of game hosts again meanwhile, which is part of the page.
    return before === (await lengthOf()) && [status, body.length, Number(headers['content-length']) - Number(before)]
  }
  await expect.poll(compare).toEqual([200, 0, 0])
})

test('a search term fills the boxes of its own page and of no other', async () => {
  const termsIn = async (at: string) =>
    [...(await ask(at, null)).text.matchAll(/<input type="search"[^>]* name="q" value="([^"]*)"/g)].map(
      ([, term]) => term,
    )
  expect(await termsIn('/games?q=%20secret%20%22moto%22')).toEqual(Array(2).fill('secret &quot;moto&quot;'))
  expect(await termsIn('/games')).toEqual(['', ''])
  expect(await termsIn('/games?q=other')).toEqual(['other', 'other'])
  expect(await termsIn('/games/moto-rush?q=other')).toEqual(['', ''])
})
