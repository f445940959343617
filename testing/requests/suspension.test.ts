import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '../../app/db/connection.server.ts'
import { attempts, players, sessions } from '../../app/db/schema/accounts.server.ts'
import { type BuiltPortal, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { createPlayer, givePassword, type PlayerRow, signIn } from '../fixtures/players.ts'

/** A suspended account is signed out at once and cannot sign in. */

const PASSWORD = 'a good password'
const SAID = 'This account is suspended until 2 Jan 2036, 03:04 UTC: Threats & <b>spam</b>'

let portal: BuiltPortal
let operator = ''
beforeAll(async () => {
  portal = await startBuiltPortal()
  operator = (await signIn(await createPlayer({ username: 'mara_v', role: 'operator' }))).cookie
})
afterAll(() => portal?.stop())
beforeEach(async () => {
  await database().delete(attempts)
})

async function createSuspended(): Promise<PlayerRow> {
  const player = await createPlayer({
    suspendedUntil: new Date('2036-01-02T03:04:00Z'),
    suspendedWhy: 'Threats & <b>spam</b>',
  })
  return givePassword(player, PASSWORD)
}

const plain = (words: string) => words.replaceAll('&lt;', '<').replaceAll('&gt;', '>')

test('a suspension ends sessions with the next request, for pages and data', async () => {
  const player = await givePassword(await createPlayer(), PASSWORD)
  const { cookie } = await signIn(player)
  const mine = () => portal.openBrowser().get('/account', { cookie })
  expect((await mine()).status).toBe(200)
  const at = `/admin/players/${player.username}/suspension`
  const answer = await portal
    .openBrowser()
    .post(at, { intent: 'suspend', length: '7', why: 'Threats', seen: '0' }, { cookie: operator })
  expect([answer.status, answer.headers.location]).toEqual([303, '/admin/moderation/suspended'])
  expect((await mine()).headers.location).toBe('/login?next=%2Faccount')
  const liked = await portal.send('/account.data', { headers: { cookie } })
  expect(liked.text).not.toContain(player.username)
  expect((await portal.openBrowser().post('/login', { email: player.email, password: PASSWORD })).status).toBe(403)

  const note = answer.headers['set-cookie']?.map((one) => one.split(';')[0]).join('; ')
  const page = await portal.openBrowser().get('/admin/moderation/suspended', { cookie: `${operator}; ${note}` })
  expect(wordsOf(page)).toContain('Suspended. All sessions of the account have ended')
  const seen = /name="seen" value="(\d+)"/.exec(page.text)?.[1] ?? ''
  const lifted = await portal.openBrowser().post(at, { intent: 'lift', seen }, { cookie: operator })
  expect(lifted.headers.location).toBe('/admin/moderation/suspended')
  expect((await portal.openBrowser().post('/login', { email: player.email, password: PASSWORD })).status).toBe(303)
})

test('the sign-in shows the end and the reason only with the right password', async () => {
  const player = await createSuspended()
  const browser = portal.openBrowser()
  const right = await browser.post('/login', { email: player.email, password: PASSWORD })
  expect([right.status, plain(wordsOf(right))]).toEqual([403, expect.stringContaining(SAID)])
  expect(right.text).not.toContain('<b>spam')
  expect(browser.cookies.size).toBe(0)
  const wrong = await browser.post('/login', { email: player.email, password: 'another password' })
  const unknown = await browser.post('/login', { email: `un${player.email}`, password: 'another password' })
  const shown = (text: string) =>
    text.replaceAll(`un${player.email}`, player.email).replace(/"sha256[^;]*|nonce="[^"]*"/g, '')
  expect(wrong.status).toBe(401)
  expect(shown(wrong.text)).toBe(shown(unknown.text))
  expect(await database().$count(sessions, eq(sessions.playerId, player.id))).toBe(0)
})

test('a suspended player cannot sign in by signing up again', async () => {
  const player = await createSuspended()
  const browser = portal.openBrowser()
  const given = { username: player.username, email: player.email, terms: 'on' }
  const answer = await browser.post('/signup', {
    ...given,
    username: `x${player.username.slice(1)}`,
    password: PASSWORD,
  })
  expect([answer.status, plain(wordsOf(answer))]).toEqual([403, expect.stringContaining(SAID)])
  const wrong = await browser.post('/signup', {
    ...given,
    username: `y${player.username.slice(1)}`,
    password: 'another one',
  })
  expect([wrong.status, wordsOf(wrong)]).toEqual([409, expect.not.stringContaining('suspended')])
  expect(browser.cookies.size).toBe(0)
})

test('an expired suspension allows signing in', async () => {
  const player = await createSuspended()
  await database().update(players).set({ suspendedUntil: new Date() }).where(eq(players.id, player.id))
  expect((await portal.openBrowser().post('/login', { email: player.email, password: PASSWORD })).status).toBe(303)
})

test('operators can suspend neither each other nor themselves', async () => {
  await createPlayer({ username: 'jo_lee', role: 'operator' })
  for (const [username, words] of [
    ['jo_lee', 'Operators cannot be suspended. Remove the role first, on the command line'],
    ['mara_v', 'You cannot suspend yourself'],
  ]) {
    const at = `/admin/players/${username}/suspension`
    const answer = await portal
      .openBrowser()
      .post(at, { intent: 'suspend', length: '1', why: 'x', seen: '0' }, { cookie: operator })
    expect(answer.status).toBe(403)
    expect(
      (await database().select().from(players).where(eq(players.username, username!)))[0]?.suspendedUntil,
    ).toBeNull()
    expect(answer.text).toContain(words)
  }
})

test('a refused suspension shows each error next to its field and preserves the input', async () => {
  const { username } = await createPlayer()
  const at = `/admin/players/${username}/suspension`
  const answer = await portal
    .openBrowser()
    .post(at, { intent: 'suspend', length: 'day', until: '2020-01-01', why: '', seen: '0' }, { cookie: operator })
  expect(answer.status).toBe(400)
  expect(wordsOf(answer)).toContain('Please choose a day after today, at most 10 years ahead')
  expect(wordsOf(answer)).toContain('Please give a reason')
  expect(answer.text).toContain('value="2020-01-01"')
  expect((await portal.openBrowser().get('/admin/players/nobody_here/suspension', { cookie: operator })).status).toBe(
    404,
  )
})
