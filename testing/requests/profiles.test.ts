import { eq, sql } from 'drizzle-orm'
import { decodeHTML } from 'entities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '../../app/db/connection.server.ts'
import { players } from '../../app/db/schema/accounts.server.ts'
import { playerBlocks } from '../../app/db/schema/community.server.ts'
import { notifications } from '../../app/db/schema/notifications.server.ts'
import { gamePlayTimes } from '../../app/db/schema/credits.server.ts'
import { wishlistEntries } from '../../app/db/schema/wishlist.server.ts'
import { mailEndToken } from '../../app/notifications/mail-end-token.server.ts'
import { type BuiltPortal, SITE, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { createGame, createGames } from '../fixtures/games.ts'
import { createPlayer, type PlayerRow, signIn } from '../fixtures/players.ts'
import { createPost } from '../fixtures/posts.ts'

/** Public profiles, blocks and notifications. */

let portal: BuiltPortal

beforeAll(async () => {
  portal = await startBuiltPortal()
})
afterAll(() => portal?.stop())

/** A signed-in browser without script. */
async function browserOf(player: PlayerRow) {
  const browser = portal.openBrowser()
  const { cookie } = await signIn(player)
  const at = cookie.indexOf('=')
  browser.cookies.set(cookie.slice(0, at), cookie.slice(at + 1))
  return browser
}

const visitor = () => portal.openBrowser()

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i

test('a profile reveals neither email address nor id to anybody', async () => {
  const player = await createPlayer({ username: 'Private_One', fullName: 'Pia', email: 'pia.secret@mail.example' })
  const other = await createPlayer()
  // The key of a picture contains its owner's id; nothing else may.
  const avatar = `profile_pictures/${player.id}/face.webp`
  await database().update(players).set({ avatar }).where(eq(players.id, player.id))
  await createPost({ playerId: player.id, title: 'First' })
  await createPost({ playerId: player.id, title: 'Waits', state: 'held' })
  await database()
    .insert(wishlistEntries)
    .values({ playerId: player.id, gameId: (await createGame()).id })
  const browsers = [visitor(), await browserOf(other)]
  for (const browser of browsers) {
    for (const at of [
      '/players/private_one',
      '/players/private_one?tab=wishlist',
      '/players/private_one.data',
      '/players/private_one/card',
    ]) {
      const { status, text } = await browser.get(at)
      expect(status, at).toBe(200)
      expect(text, at).toContain('Private_One')
      expect(text, at).not.toContain('pia.secret')
      expect(text, at).not.toContain('Waits')
      expect(text, at).toContain(`/files/${avatar}`)
      // The viewer's own id is on their pages.
      expect(
        text
          .replaceAll(`/files/${avatar}`, '')
          .replaceAll(encodeURIComponent(`/files/${avatar}`), '')
          .replaceAll(other.id, ''),
        at,
      ).not.toMatch(UUID)
    }
  }
})

test('visitors share a cached profile, which is purged once its player changes it', async () => {
  const player = await createPlayer({ username: 'Before_It' })
  const at = '/players/before_it'
  expect((await visitor().get(at)).headers['cache-control']).toContain('s-maxage=60')
  const browser = await browserOf(player)
  const form = { username: 'Before_It', fullName: 'Mara Voss', showsWishlist: 'on' }
  expect((await browser.post('/account/profile', form)).status).toBe(303)
  await expect.poll(async () => wordsOf(await visitor().get(at))).toContain('Mara Voss')
  expect((await browser.post('/account/profile', { ...form, username: 'After_It' })).status).toBe(303)
  await expect.poll(async () => (await visitor().get(at)).status).toBe(404)
  expect(wordsOf(await visitor().get('/players/AFTER_IT'))).toContain('After_It')
})

test('a hidden wishlist is visible only to its player, at once', async () => {
  const player = await createPlayer({ username: 'wisher' })
  await createGames(Array.from({ length: 26 }, (_, at) => ({ slug: `wish-${at}`, title: `Wished Game ${at}.` })))
  await database().execute(sql`
    insert into wishlist_entries (player_id, game_id) select ${player.id}, id from games where slug like 'wish-%' order by id`)
  const at = '/players/wisher?tab=wishlist'
  expect(wordsOf(await visitor().get(at))).toContain('Wished Game 25.')
  const second = wordsOf(await visitor().get(`${at}&page=2`))
  expect([second.includes('Wished Game 1.'), second.includes('Wished Game 2.')]).toEqual([true, false])
  const browser = await browserOf(player)
  await browser.post('/account/profile', { username: 'wisher', fullName: '' })
  await expect.poll(async () => wordsOf(await visitor().get(at))).toContain('wisher has not made it public.')
  expect((await visitor().get('/players/wisher/card')).text).toContain('"wishes":[]')
  const own = wordsOf(await browser.get(at))
  expect(own).toContain('Only you see this: your wishlist is hidden from others.')
  expect(own).toContain('Wished Game 25.')
})

test('a profile shows the most played games once its player allows it', async () => {
  const player = await createPlayer({ username: 'regular' })
  const [game] = await createGames([{ slug: 'played-most', title: 'Played the Most' }])
  await database().insert(gamePlayTimes).values({ playerId: player.id, gameId: game!.id, seconds: 600 })
  const at = '/players/regular?tab=played'
  const hidden = wordsOf(await visitor().get(at))
  expect([hidden.includes('Played the Most'), hidden.includes('Most played')]).toEqual([false, false])
  expect((await visitor().get('/players/regular/card')).text).toContain('"played":[]')
  const browser = await browserOf(player)
  expect(wordsOf(await browser.get(at))).toContain('Only you see this.')
  await browser.post('/account/profile', { username: 'regular', fullName: '', showsMostPlayed: 'on' })
  await expect.poll(async () => wordsOf(await visitor().get(at))).toContain('Played the Most')
  expect((await visitor().get('/players/regular/card')).text).toContain('Played the Most')
  const data = JSON.parse((await browser.get('/account/data')).text) as { playTimes: unknown }
  expect(data.playTimes).toEqual([{ title: 'Played the Most', slug: 'played-most', seconds: 600 }])
})

test('only the author sees a pending post', async () => {
  const player = await createPlayer({ username: 'waiting_one' })
  await createPost({ playerId: player.id, title: 'In the hall', state: 'held' })
  const own = wordsOf(await (await browserOf(player)).get('/players/waiting_one'))
  expect(own).toContain('Pending review')
  expect(own).toContain('In the hall')
  expect(wordsOf(await visitor().get('/players/waiting_one'))).toContain('No posts to show')
})

test('without script a player blocks another after a confirmation, and unblocks on both lists', async () => {
  const [one, other] = [await createPlayer({ username: 'blocker' }), await createPlayer({ username: 'blocked_one' })]
  await createPost({ playerId: other.id, title: 'Written by the other' })
  await createPost({ playerId: one.id, title: 'Written by the one' })
  const [mine, theirs] = [await browserOf(one), await browserOf(other)]
  const asked = wordsOf(await mine.get('/players/blocked_one?asks=block'))
  expect(asked).toContain('You will not see their posts and comments, and they will not see yours.')
  const done = await mine.post('/players/blocked_one/block', { blocked: 'yes', next: '/players/blocked_one' })
  expect([done.status, done.headers.location]).toEqual([303, '/players/blocked_one'])
  const seen = wordsOf(await mine.get('/players/blocked_one'))
  expect(seen).toContain('You have blocked blocked_one')
  expect(seen).not.toContain('Written by the other')
  const theirPage = await theirs.get('/players/blocker')
  expect(wordsOf(theirPage)).toContain('No posts to show')
  expect(theirPage.text).not.toContain('Written by the one')
  expect(wordsOf(theirPage)).not.toContain('You have blocked')
  expect(wordsOf(await mine.get('/account/blocked'))).toContain('blocked_one')
  await mine.post('/players/blocked_one/block', { blocked: 'no', next: 'https://evil.example/' })
  expect(await database().$count(playerBlocks, eq(playerBlocks.playerId, one.id))).toBe(0)
  expect(wordsOf(await mine.get('/account/blocked'))).toContain('You have not blocked anyone')
})

test('the bell still counts a notification on the page that marks it as read', async () => {
  const [player, other] = [await createPlayer(), await createPlayer()]
  const post = await createPost({ playerId: player.id, title: 'Liked' })
  await database()
    .insert(notifications)
    .values([
      { playerId: player.id, kind: 'like', postId: post.id, actorId: other.id },
      { playerId: player.id, kind: 'decision', words: 'Approved' },
    ])
  const browser = await browserOf(player)
  expect((await browser.get('/games')).text).toContain('Notifications, 2 unread')
  const page = wordsOf(await browser.get('/notifications'))
  expect(decodeHTML(page)).toContain(`${other.username} liked "Liked"`)
  expect(page).toContain('Mark all read')
  expect((await browser.get(`/community/${post.id}`)).text).toContain('Notifications, 1 unread')
  const read = await browser.post('/notifications/read', {})
  expect([read.status, read.headers.location]).toEqual([303, '/notifications'])
  const after = await browser.get('/notifications')
  expect(after.text).toContain('aria-label="Notifications"')
  expect(wordsOf(after)).not.toContain('Mark all read')
})

test('a mailed link unsubscribes after a confirmation or by a mail program’s POST, never by a GET', async () => {
  const player = await createPlayer({ wantsMail: true })
  const at = `/notifications/mail/end?token=${mailEndToken(player.id)}`
  const wants = async () => (await database().select().from(players).where(eq(players.id, player.id)))[0]!.wantsMail
  const page = await visitor().get(at)
  expect(wordsOf(page)).toContain('Turn off notification emails?')
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.text).not.toContain(player.id)
  expect(await wants()).toBe(true)

  // RFC 8058 allows both types. The token counts, not the form.
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=none']) {
    await database().update(players).set({ wantsMail: true }).where(eq(players.id, player.id))
    const byProgram = await portal.send(at, {
      method: 'POST',
      headers: { 'content-type': type, 'x-forwarded-for': '10.8.0.1' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(byProgram.status, type).toBe(200)
    expect(await wants(), type).toBe(false)
  }

  await database().update(players).set({ wantsMail: true }).where(eq(players.id, player.id))
  const byPerson = await visitor().post('/notifications/mail/end', { token: mailEndToken(player.id) })
  expect([byPerson.status, wordsOf(byPerson).includes('Notification emails are off')]).toEqual([200, true])
  expect(await wants()).toBe(false)

  await database().update(players).set({ wantsMail: true }).where(eq(players.id, player.id))
  expect((await visitor().post('/notifications/mail/end', { token: `${mailEndToken(player.id)}x` })).status).toBe(400)
  expect((await portal.send(at, { method: 'PUT', headers: {} })).status).toBe(405)
  expect(await wants()).toBe(true)
  // All other requests are accepted only from our own pages.
  const elsewhere = await portal.send('/notifications/read', { method: 'POST', headers: { accept: 'text/html' } })
  expect(elsewhere.status).toBe(403)
})

test('the profile form shows the saved choices', async () => {
  const browser = await browserOf(await createPlayer({ username: 'chooser', wantsMail: true, showsWishlist: false }))
  const box = async (name: string) =>
    new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec((await browser.get('/account/profile')).text)?.[0]
  expect(await box('wantsMail')).toContain('checked')
  expect(await box('showsWishlist')).not.toContain('checked')
  const refused = await browser.post('/account/profile', { username: 'x', fullName: '', showsWishlist: 'on' })
  expect(refused.status).toBe(400)
  expect(/<input[^>]*name="showsWishlist"[^>]*>/.exec(refused.text)?.[0]).toContain('checked')
  expect(/<input[^>]*name="wantsMail"[^>]*>/.exec(refused.text)?.[0]).not.toContain('checked')
})

test('a profile is queried once for any number of visitors', async () => {
  await createPlayer({ username: 'shared_one' })
  await visitor().get('/players/shared_one')
  expect(portal.cache.peek('/players/shared_one')?.policy.tags).toEqual(['player:shared_one'])
  expect((await portal.send('/players/shared_one', { method: 'POST', headers: { origin: SITE } })).status).toBe(405)
})
