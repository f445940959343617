import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '../../app/db/connection.server.ts'
import { attempts, credentials, players, sessions } from '../../app/db/schema/accounts.server.ts'
import { blocklist } from '../../app/db/schema/community.server.ts'
import { type BuiltPortal, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { createPlayer, givePassword, signIn } from '../fixtures/players.ts'
import { countAttempts } from './count-attempts.ts'

/** Signing up, in and out on a portal that sends no mails. */

const PASSWORD = 'a good password'
const SIGNED_IN = 'playhall_session'

let portal: BuiltPortal
beforeAll(async () => {
  portal = await startBuiltPortal()
})
afterAll(() => portal?.stop())
beforeEach(async () => {
  // These tests use few addresses; other tests check the limits.
  await database().delete(attempts)
})

let count = 0
const fields = (overrides: Record<string, string> = {}) => {
  const username = `mara_${++count}`
  return { username, email: `${username}@mail.example`, password: PASSWORD, terms: 'on', ...overrides }
}

const createPlayerWithPassword = async () => givePassword(await createPlayer(), PASSWORD)

async function countPlayers(where: Record<'email' | 'username', string>): Promise<number> {
  return database().$count(players, sql`email = ${where.email} or lower(username) = lower(${where.username})`)
}

test('a new player is signed in at once, by a cookie for this site alone, and redirected to the home page', async () => {
  const browser = portal.openBrowser()
  const { email, username } = fields()
  const answer = await browser.post('/signup', {
    username,
    email: email.toUpperCase(),
    password: PASSWORD,
    terms: 'on',
  })
  expect([answer.status, answer.headers.location]).toEqual([303, '/'])
  expect(answer.headers['cache-control']).toBe('private, no-store')
  expect(browser.cookies.get('playhall_notice')).toBe('signed-in')
  const cookie = answer.headers['set-cookie']?.find((line) => line.startsWith(SIGNED_IN))
  expect(cookie?.split('; ').slice(1).toSorted()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax'])
  expect((await browser.get('/logout')).text).toContain(`You are signed in as ${username}.`)
  const [row] = await database()
    .select()
    .from(players)
    .where(sql`email = ${email}`)
  expect(row).toMatchObject({ username, email, fullName: '', role: 'player', emailVerified: false, avatar: null })
})

test('no IP address and no plain password is stored, and of the browser only its name', async () => {
  const browser = portal.openBrowser()
  const { email, ...rest } = fields()
  await browser.post('/signup', { ...rest, email }, { 'user-agent': `Browser ${'x'.repeat(400)}` })
  const [session] = await database()
    .select()
    .from(sessions)
    .where(sql`player_id = (select id from players where email = ${email})`)
  expect(session?.ipAddress).toBeNull()
  expect(session?.userAgent).toHaveLength(300)
  const [credential] = await database()
    .select()
    .from(credentials)
    .where(sql`player_id = ${session?.playerId}`)
  expect(credential).toMatchObject({ providerId: 'credential', password: expect.stringMatching(/^\$argon2id\$/) })
  expect(JSON.stringify(portal.logged)).not.toContain(PASSWORD)
})

test('a reserved username, or one with a blocked word or a link, is refused next to its field, and no account is created', async () => {
  await database().insert(blocklist).values({ word: 'darn' })
  for (const username of ['Admin', 'operator', 'moderator', 'Playhall', 'darn', 'www.evil.example']) {
    const browser = portal.openBrowser()
    const given = fields({ username })
    const answer = await browser.post('/signup', given)
    expect([answer.status, wordsOf(answer)], username).toEqual([
      400,
      expect.stringContaining('Please choose another name'),
    ])
    expect(browser.cookies.has(SIGNED_IN)).toBe(false)
    expect(await countPlayers({ email: given.email, username })).toBe(0)
  }
  await database().delete(blocklist)
})

test('the role cannot be set at sign-up', async () => {
  const id = crypto.randomUUID()
  const given = fields({ role: 'operator', emailVerified: 'true', id })
  await portal.openBrowser().post('/signup', given)
  const [row] = await database()
    .select()
    .from(players)
    .where(sql`email = ${given.email}`)
  expect(row).toMatchObject({ role: 'player', emailVerified: false })
  expect(row?.id).not.toBe(id)
})

test('without a username one is generated', async () => {
  const { username: _, ...rest } = fields()
  await portal.openBrowser().post('/signup', rest)
  const [row] = await database()
    .select()
    .from(players)
    .where(sql`email = ${rest.email}`)
  expect(row?.username).toMatch(/^user_[a-z0-9]{8}$/)
})

test('a refused sign-up shows each error next to its field and preserves the input except the password', async () => {
  const answer = await portal
    .openBrowser()
    .post('/signup', { username: 'x', email: 'm@mail.example', password: 'short' })
  expect(answer.status).toBe(400)
  for (const words of [
    'Username must be at least 3 characters',
    'Password must be at least 6 characters',
    'You must agree to the terms and conditions',
  ])
    expect(wordsOf(answer)).toContain(words)
  expect(answer.text).toContain('value="m@mail.example"')
  expect(answer.text).toContain('value="x"')
  expect(answer.text).not.toContain('short"')
})

test('a password that is easy to guess is refused', async () => {
  const answer = await portal.openBrowser().post('/signup', fields({ password: 'PassWord' }))
  expect([answer.status, wordsOf(answer)]).toEqual([400, expect.stringContaining('This password is easy to guess')])
})

test('a taken username is reported, in upper or lower case', async () => {
  const player = await createPlayer()
  const answer = await portal.openBrowser().post('/signup', fields({ username: player.username.toUpperCase() }))
  expect([answer.status, wordsOf(answer)]).toEqual([409, expect.stringContaining('This username is taken')])
})

test('a known address creates no second account, starts no session, and costs the same work', async () => {
  const player = await createPlayerWithPassword()
  const given = fields({ email: player.email, password: 'another password' })
  const answer = await portal.openBrowser().post('/signup', given)
  expect([answer.status, wordsOf(answer)]).toEqual([409, expect.stringContaining('Failed to create account')])
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(await countPlayers(given)).toBe(1)
  // The attempted name is taken, or a second attempt would reveal what the response did not.
  const again = await portal.openBrowser().post('/signup', fields({ username: given.username }))
  expect(wordsOf(again)).toContain('This username is taken')
})

test('signing up again with the same address and password signs in', async () => {
  const player = await createPlayerWithPassword()
  const answer = await portal.openBrowser().post('/signup', fields({ email: player.email }))
  expect(answer.status).toBe(303)
  expect(await database().$count(players, sql`email = ${player.email}`)).toBe(1)
})

test('one sign-up sent five times at once creates one account, and each accepted one signs in', async () => {
  const browser = portal.openBrowser()
  const given = fields()
  const answers = await Promise.all(Array.from({ length: 5 }, () => browser.post('/signup', given)))
  // On a slow machine one may wait for the others for longer than a query may take: 503.
  expect(answers.map(({ status }) => status).filter((status) => status !== 503)).toContain(303)
  for (const { status } of answers) expect([303, 503]).toContain(status)
  expect(await countPlayers(given)).toBe(1)
})

test('one of five players who choose a name at once gets it', async () => {
  const { username } = fields()
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, at) =>
      portal.openBrowser().post('/signup', fields({ username: at % 2 ? username : username.toUpperCase() })),
    ),
  )
  const made = answers.filter(({ status }) => status === 303)
  expect(made).toHaveLength(1)
  for (const answer of answers.filter((one) => !made.includes(one)))
    expect([answer.status, wordsOf(answer)]).toEqual([409, expect.stringContaining('This username is taken')])
})

test('five simultaneous sign-ups with one address create one account', async () => {
  const email = `race_${++count}@mail.example`
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, at) =>
      portal.openBrowser().post('/signup', fields({ email, password: `number ${at} of five` })),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409, 409, 409, 409])
  expect(await database().$count(players, sql`email = ${email}`)).toBe(1)
})

test('a player signs in, in any case of the address, and returns to the page before', async () => {
  const player = await createPlayerWithPassword()
  const browser = portal.openBrowser()
  const page = await browser.get('/login?next=/games%3Fpage%3D2')
  expect(page.text).toContain('name="next" value="/games?page=2"')
  const answer = await browser.post('/login', {
    email: ` ${player.email.toUpperCase()} `,
    password: PASSWORD,
    next: '/games?page=2',
  })
  expect([answer.status, answer.headers.location]).toEqual([303, '/games?page=2'])
  expect((await browser.get('/logout')).text).toContain(player.username)
})

test('signing in redirects to paths in any script, even if already signed in', async () => {
  const player = await createPlayerWithPassword()
  const browser = portal.openBrowser()
  const next = '/search?q=猫&lang=Größe'
  const answer = await browser.post('/login', { email: player.email, password: PASSWORD, next })
  expect([answer.status, answer.headers.location]).toEqual([303, '/search?q=%E7%8C%AB&lang=Gr%C3%B6%C3%9Fe'])
  const again = await browser.get(`/login?next=${encodeURIComponent(next)}`)
  expect([again.status, again.headers.location]).toEqual([302, '/search?q=%E7%8C%AB&lang=Gr%C3%B6%C3%9Fe'])
})

// The unit test of `nextPath` has more of these addresses.
test('signing in does not redirect to another site, even if already signed in', async () => {
  const player = await createPlayerWithPassword()
  const browser = portal.openBrowser()
  const next = '/.//evil.example'
  const answer = await browser.post('/login', { email: player.email, password: PASSWORD, next })
  expect([answer.status, answer.headers.location]).toEqual([303, '/'])
  const again = await browser.get(`/login?next=${encodeURIComponent(next)}`)
  expect([again.status, again.headers.location]).toEqual([302, '/'])
})

test('a wrong password and an unknown address get the same response, byte for byte', async () => {
  const player = await createPlayerWithPassword()
  const withoutPassword = await createPlayer()
  const tries = [player.email, withoutPassword.email, 'unknown_to_us@mail.example'].map((email) =>
    portal.openBrowser().post('/login', { email, password: 'another password' }),
  )
  const answers = (await Promise.all(tries)).map(({ status, text, headers }) => ({
    status,
    cookie: headers['set-cookie'],
    // Ignores the address, which is repeated in the form.
    text: text.replaceAll(/[\w.]+@mail\.example/g, '…'),
  }))
  expect(answers[0]).toMatchObject({
    status: 401,
    cookie: undefined,
    text: expect.stringContaining('Wrong email or password'),
  })
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
})

test('our script gets data with the redirect target', async () => {
  const player = await createPlayerWithPassword()
  const browser = portal.openBrowser()
  const answer = await browser.post(
    '/login.data',
    { email: player.email, password: PASSWORD, next: '/games' },
    { accept: '*/*' },
  )
  expect(answer.status).toBe(200)
  expect(answer.text).toContain('/games')
  expect(answer.headers['set-cookie']?.[0]).toContain(SIGNED_IN)
  const failed = await browser.post('/login.data', { email: player.email, password: 'another one' }, { accept: '*/*' })
  expect([failed.status, failed.text]).toEqual([401, expect.stringContaining('Wrong email or password')])
})

test.each(['/login', '/signup', '/login?next=/games'])('%s redirects a signed-in player', async (at) => {
  const { cookie } = await signIn(await createPlayer())
  const answer = await portal.openBrowser().get(at, { cookie })
  expect([answer.status, answer.headers.location]).toEqual([302, at.includes('next') ? '/games' : '/'])
})

test('a form from another site signs nobody in, up or out', async () => {
  const player = await createPlayerWithPassword()
  const browser = portal.openBrowser()
  const foreign = { origin: 'http://evil.example' }
  for (const [at, form] of [
    ['/login', { email: player.email, password: PASSWORD }],
    ['/signup', fields()],
    ['/login/google', { next: '/' }],
    ['/forgot-password', { email: player.email }],
  ] as [string, Record<string, string>][])
    expect((await browser.post(at, form, foreign)).status, at).toBe(403)
  expect(browser.cookies.size).toBe(0)
  browser.cookies.set(SIGNED_IN, (await signIn(player)).cookie.slice(SIGNED_IN.length + 1))
  expect((await browser.post('/logout', {}, foreign)).status).toBe(403)
  expect((await browser.get('/logout')).text).toContain(player.username)
})

test('signing in as another player ends the previous session', async () => {
  const [first, second] = [await createPlayerWithPassword(), await createPlayerWithPassword()]
  const browser = portal.openBrowser()
  for (const { email } of [first, second]) await browser.post('/login', { email, password: PASSWORD })
  expect((await browser.get('/logout')).text).toContain(second.username)
  expect(await database().$count(sessions, sql`player_id = ${first.id}`)).toBe(0)
  await browser.post('/signup', fields())
  expect(await database().$count(sessions, sql`player_id = ${second.id}`)).toBe(0)
})

test('signing out ends the session on the server, and doing so twice is harmless', async () => {
  const { cookie } = await signIn(await createPlayer())
  const browser = portal.openBrowser()
  browser.cookies.set(SIGNED_IN, cookie.slice(SIGNED_IN.length + 1))
  const answer = await browser.post('/logout', {})
  expect(answer.headers['clear-site-data']).toBe('"cache"')
  expect([answer.status, answer.headers.location]).toEqual([303, '/login'])
  expect(browser.cookies.has(SIGNED_IN)).toBe(false)
  expect(browser.cookies.get('playhall_notice')).toBe('signed-out')
  // A copy of the cookie is useless.
  expect((await portal.openBrowser().get('/logout', { cookie })).text).toContain('You are signed out')
  expect((await browser.post('/logout', {})).status).toBe(303)
})

test('a GET of /logout shows a button and signs nobody out', async () => {
  const player = await createPlayer()
  const { cookie } = await signIn(player)
  for (let times = 0; times < 2; times++)
    expect((await portal.openBrowser().get('/logout', { cookie })).text).toContain(
      `You are signed in as ${player.username}.`,
    )
})

test('a session is prolonged by use, at most once a day, and its cookie is set again', async () => {
  const { cookie, token } = await signIn(await createPlayer())
  const browser = portal.openBrowser()
  const readSession = async () =>
    (
      await database()
        .select()
        .from(sessions)
        .where(sql`token = ${token}`)
    )[0]
  const fresh = await readSession()
  expect((await browser.get('/games', { cookie })).headers['set-cookie']).toBeUndefined()
  expect(await readSession()).toEqual(fresh)
  await database().execute(sql`
    update sessions set updated_at = now() - interval '25 hours', expires_at = now() + interval '1 hour' where token = ${token}`)
  const answers = await Promise.all([browser.get('/games', { cookie }), browser.get('/', { cookie })])
  const set = answers.flatMap(({ headers }) => headers['set-cookie'] ?? [])
  expect(set).toHaveLength(1)
  expect(set[0]).toMatch(
    new RegExp(`^${cookie}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax$`.replaceAll('+', '\\+')),
  )
  expect((await readSession())!.expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000)
})

test('the eleventh attempt from an address within five minutes is refused, and the input is preserved', async () => {
  const browser = portal.openBrowser()
  await countAttempts('sign-in', browser.address, 9)
  expect((await browser.post('/login', { email: 'guess10@mail.example', password: PASSWORD })).status).toBe(401)
  const answer = await browser.post('/login', { email: 'guess@mail.example', password: PASSWORD })
  expect(answer.status).toBe(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(240)
  expect(wordsOf(answer)).toContain('Too many requests. You can try again in 5 minutes.')
  expect(answer.text).toContain('value="guess@mail.example"')
  expect((await portal.openBrowser().post('/login', { email: 'guess@mail.example', password: PASSWORD })).status).toBe(
    401,
  )
})

test('an account accepts twenty attempts an hour, from any address', async () => {
  const player = await createPlayerWithPassword()
  await countAttempts('sign-in-account', player.email, 19)
  expect((await portal.openBrowser().post('/login', { email: player.email, password: 'wrong one' })).status).toBe(401)
  expect((await portal.openBrowser().post('/login', { email: player.email, password: PASSWORD })).status).toBe(429)
})

test('wrong attempts by strangers do not lock out the owner, from known or new addresses', async () => {
  const [owner, given] = [portal.openBrowser(), fields()]
  expect((await owner.post('/signup', given)).status).toBe(303)
  const known = owner.cookies.get('playhall_browser')!
  owner.cookies.clear()
  const { email } = given
  await countAttempts('sign-in-account', email, 20)
  const signInElsewhere = async (browser: string, password = PASSWORD) => {
    const elsewhere = portal.openBrowser()
    elsewhere.cookies.set('playhall_browser', browser)
    return (await elsewhere.post('/login', { email, password })).status
  }
  expect(await signInElsewhere('0'.repeat(32))).toBe(429)
  expect((await owner.post('/login', { email, password: PASSWORD })).status).toBe(303)
  expect(await signInElsewhere(known)).toBe(303)
  await countAttempts('sign-in-place', `${email} ${known}`, 18)
  expect(await signInElsewhere(known, 'wrong one')).toBe(401)
  expect(await signInElsewhere(known)).toBe(429)
})

test('sign-ups count as password attempts: an account accepts twenty an hour', async () => {
  const player = await createPlayerWithPassword()
  const own = { username: player.username, email: player.email }
  await countAttempts('sign-in-account', player.email, 19)
  expect((await portal.openBrowser().post('/signup', fields({ ...own, password: 'wrong one' }))).status).toBe(409)
  expect((await portal.openBrowser().post('/signup', fields(own))).status).toBe(429)
  expect((await portal.openBrowser().post('/login', { email: player.email, password: PASSWORD })).status).toBe(429)
})

test('an address can sign up five times in half an hour; invalid forms do not count', async () => {
  const browser = portal.openBrowser()
  for (let tries = 0; tries < 7; tries++)
    expect((await browser.post('/signup', fields({ email: 'x' }))).status).toBe(400)
  await countAttempts('sign-up', browser.address, 4)
  expect((await browser.post('/signup', fields())).status).toBe(303)
  browser.cookies.clear()
  const given = fields()
  const answer = await browser.post('/signup', given)
  expect(answer.status).toBe(429)
  for (const typed of [given.username, given.email]) expect(answer.text).toContain(`value="${typed}"`)
  expect(await countPlayers(given)).toBe(0)
})

test('an address can send twenty sign-up forms a minute, including weak passwords', async () => {
  const browser = portal.openBrowser()
  await countAttempts('sign-up-form', browser.address, 19)
  expect((await browser.post('/signup', fields({ password: '1111.1111.1111.1111.1111' }))).status).toBe(400)
  const answer = await browser.post('/signup', fields({ password: '1111.1111.1111.1111.1111' }))
  expect(answer.status).toBe(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(wordsOf(answer)).toMatch(/Too many requests\. You can try again in \d+ seconds?\./)
})

test('if attempts cannot be counted, nobody can sign in', async () => {
  const player = await createPlayerWithPassword()
  await portal.openBrowser().post('/login', { email: player.email, password: PASSWORD })
  await database().execute(sql`alter table attempts rename to attempts_away`)
  try {
    const answer = await portal.openBrowser().post('/login', { email: player.email, password: PASSWORD })
    expect(answer.status).toBe(500)
    expect(answer.headers['set-cookie']).toBeUndefined()
  } finally {
    await database().execute(sql`alter table attempts_away rename to attempts`)
  }
})

test('the identity service exposes only the callback of Google', async () => {
  for (const at of [
    '/api/auth',
    '/api/auth/ok',
    '/api/auth/get-session',
    '/api/auth/sign-in/email',
    '/api/auth/callback/github',
  ])
    expect((await portal.openBrowser().get(at)).status).toBe(404)
  const posted = await portal.openBrowser().post('/api/auth/sign-up/email', {})
  expect([404, 405]).toContain(posted.status)
})
