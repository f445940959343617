import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '../../app/db/connection.server.ts'
import { games } from '../../app/db/schema/games.server.ts'
import { purgePages } from '../../app/server/cache/purge.server.ts'
import { type BuiltPortal, SITE, startBuiltPortal } from '../portal/built-portal.ts'
import { createGame } from '../fixtures/games.ts'
import { createPlayer, signIn } from '../fixtures/players.ts'

/** A player's page is rendered for that player only. private-pages.test.ts checks that nobody sees another's. */

let portal: BuiltPortal
let player: { id: string; cookie: string }
let game: { id: number }
beforeAll(async () => {
  portal = await startBuiltPortal()
  const created = await createPlayer({ username: 'mara', fullName: 'Mara Voss' })
  player = { id: created.id, cookie: (await signIn(created)).cookie }
  game = await createGame({ slug: 'moto-rush', title: 'Moto Rush', categories: ['Car'] })
})
afterAll(() => portal?.stop())

const own = (at: string, cookie = player.cookie) => portal.send(at, { headers: { cookie } })
const titleOf = (text: string) => /<h1[^>]*>([^<]*)/.exec(text)?.[1]
const rename = (title: string) => database().update(games).set({ title }).where(eq(games.id, game.id))

async function until(isMet: () => Promise<boolean>): Promise<void> {
  while (!(await isMet())) await new Promise((resolve) => setTimeout(resolve, 20))
}

test('players see a purged page’s changes as visitors do', async () => {
  const at = '/games/moto-rush'
  expect(titleOf((await own(at)).text)).toContain('Moto Rush')
  expect(titleOf((await portal.send(at)).text)).toContain('Moto Rush')
  await rename('Moto Dash')
  await purgePages([`game:${game.id}`])
  await until(async () => titleOf((await own(at)).text)?.includes('Moto Dash') ?? false)
  await until(async () => titleOf((await portal.send(at)).text)?.includes('Moto Dash') ?? false)
})

test('players see their own changes at once, whatever is cached', async () => {
  const likeButton = async () => {
    const button = /<button[^>]*title="Like"[^>]*>.*?<\/button>/s.exec((await own('/games/moto-rush')).text)?.[0] ?? ''
    return [button.includes('aria-pressed="true"'), /(\d+)<\/button>/.exec(button)?.[1]]
  }
  const react = (method: string, body?: string) =>
    portal.send(`/game/${game.id}/reaction`, {
      method,
      headers: { cookie: player.cookie, origin: SITE, 'content-type': 'application/json' },
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
    await database().execute(sql`update sessions set updated_at = now() - interval '3 days'`)
    const [first, second, visitor] = [await own(at), await own(at), await portal.send(at)]
    expect(first.headers['set-cookie'], at).toHaveLength(1)
    expect(first.headers['cache-control'], at).toBe('private, no-store')
    expect([second.headers['set-cookie'], visitor.headers['set-cookie']], at).toEqual([undefined, undefined])
  }
})

test('a flash message is shown once, to one client', async () => {
  const said = await portal.send('/terms', { headers: { cookie: 'playhall_note=All%20done.' } })
  expect(said.text).toContain('<p class="note" role="status">All done.</p>')
  expect(said.headers['cache-control']).toBe('private, no-store')
  expect(said.headers['set-cookie']?.join()).toMatch(/playhall_note=;/)
  expect((await portal.send('/terms')).text).not.toContain('All done.')
})

test('an ended session gets a visitor’s page, and a missing game a page with the player’s name', async () => {
  const another = await createPlayer({ username: 'gone_soon' })
  const { cookie } = await signIn(another)
  expect((await own('/', cookie)).text).toContain('gone_soon')
  await database().execute(sql`delete from sessions where player_id = ${another.id}`)
  const after = await own('/', cookie)
  expect(after.text).not.toContain('gone_soon')
  expect(after.text).toContain('header-login')
  const missing = await own('/games/nothing-here')
  expect([missing.status, missing.text.includes('@<!-- -->mara')]).toEqual([404, true])
})

test('a HEAD request returns the page’s Content-Length', async () => {
  const [page, head] = [
    await own('/games'),
    await portal.send('/games', { method: 'HEAD', headers: { cookie: player.cookie } }),
  ]
  expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
    200,
    0,
    page.headers['content-length'],
  ])
})

test('a search term fills the boxes of its own page and of no other', async () => {
  const termsIn = async (at: string) =>
    [...(await portal.send(at)).text.matchAll(/<input type="search"[^>]* name="q" value="([^"]*)"/g)].map(
      ([, term]) => term,
    )
  expect(await termsIn('/games?q=%20secret%20%22moto%22')).toEqual(Array(2).fill('secret &quot;moto&quot;'))
  expect(await termsIn('/games')).toEqual(['', ''])
  expect(await termsIn('/games?q=other')).toEqual(['other', 'other'])
  expect(await termsIn('/games/moto-rush?q=other')).toEqual(['', ''])
})
