import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { database } from '../../app/db/connection.server.ts'
import { PAGES } from '../../app/site/navigation.ts'
import type { Answer } from '../../app/server/http/testing.server.ts'
import { type BuiltPortal, startBuiltPortal } from '../portal/built-portal.ts'
import { createGame } from '../fixtures/games.ts'
import { createPlayer, signIn } from '../fixtures/players.ts'

/** Nothing of a signed-in player gets into shared responses, though both have the same address. */

const open = PAGES.filter((page) => !page.for).map(({ path }) => path)
const VISITED = [...open, '/games/moto-rush', '/category/new']
const SHARED = 'public, max-age=0, must-revalidate, s-maxage=60'

/** Browsers cache responses to our script until the signed-in player changes. */
const SHARED_DATA = 'public, max-age=180, s-maxage=60'

/** Pages that are rendered for each visitor. */
const UNSHARED = new Set(['/rewards'])

let portal: BuiltPortal
const players: { username: string; email: string; cookie: string }[] = []
beforeAll(async () => {
  portal = await startBuiltPortal()
  await createGame({ slug: 'moto-rush', title: 'Moto Rush', categories: ['Car'] })
  for (const username of ['first_player', 'second_player']) {
    const player = await createPlayer({ username, fullName: `Name of ${username}` })
    players.push({ username, email: player.email, cookie: (await signIn(player)).cookie })
  }
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
  const forVisitors = UNSHARED.has(at) ? 'private, no-cache' : at.includes('.data') ? SHARED_DATA : SHARED
  expect(headers['cache-control'], label).toBe(who === null ? forVisitors : 'private, no-store')
  if (who !== null) expect(headers.etag, label).toBeUndefined()
}

test.each(VISITED)('%s shows each player their own name and a visitor none, in any order', async (at) => {
  const orders: Who[][] = [
    [0, null, 1, null, 0, 1],
    [null, 0, null, 1, 1, 0, null],
    [1, 0, null],
  ]
  for (const order of orders) {
    portal.cache.expireAll()
    for (const who of order) check(at, who, await ask(at, who))
  }
})

test('simultaneous requests do not mix either', async () => {
  for (let round = 0; round < 4; round++) {
    for (const at of VISITED) {
      portal.cache.expireAll()
      const all: Who[] = [0, null, 1, null]
      // A different client starts each time.
      const order = [...all.slice(round), ...all.slice(0, round)]
      const answers = await Promise.all(order.map((who) => ask(at, who)))
      order.forEach((who, place) => check(at, who, answers[place] as Answer))
    }
  }
})

test('responses to our script are separated likewise', async () => {
  for (let round = 0; round < 3; round++) {
    for (const at of ['/_.data', '/games.data', '/games/moto-rush.data']) {
      for (const who of [null, 0, 1, null, 1, 0] as Who[]) check(at, who, await ask(at, who))
    }
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
    for (const at of VISITED) {
      const answer = await portal.openBrowser().get(at, { cookie: given })
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(answer.text).not.toMatch(/first_player|second_player|third_player/)
      check(at, null, await ask(at, null))
    }
  }
})

test('without script a form’s result is shown once, to its sender, and leaves nothing in the cache', async () => {
  const cookie = `playhall_note=${encodeURIComponent('Sent, <b>Mara</b>')}`
  const said = 'Sent, &lt;b&gt;Mara'
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
