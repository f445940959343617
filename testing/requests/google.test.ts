import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { beginSession } from '../../app/accounts/sign-in/begin-session.server.ts'
import { database } from '../../app/db/connection.server.ts'
import { attempts, credentials, players, sessions } from '../../app/db/schema/accounts.server.ts'
import type { Answer } from '../../app/server/http/testing.server.ts'
import { isCounted } from '../../app/server/http/count-attempts.server.ts'
import { type BuiltPortal, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { type Identity, startIssuer } from '../fixtures/issuer.ts'
import { createPlayer } from '../fixtures/players.ts'

/** Signing in with Google, against an issuer that signs real tokens. */

let portal: BuiltPortal
let issuer: Awaited<ReturnType<typeof startIssuer>>
beforeAll(async () => {
  issuer = await startIssuer('the-client')
  portal = await startBuiltPortal({
    GOOGLE_CLIENT_ID: 'the-client',
    GOOGLE_CLIENT_SECRET: 'the-secret',
    GOOGLE_ISSUER: issuer.url,
  })
})
afterAll(async () => {
  await issuer.stop()
  await portal.stop()
})
beforeEach(async () => {
  Object.assign(issuer.state, { isDenied: false, forge: null, address: null })
  await database().delete(attempts)
})

type Browser = ReturnType<BuiltPortal['openBrowser']>

let count = 0
const person = (overrides: Partial<Identity> = {}): Identity => {
  const number = ++count
  return {
    sub: `google-${number}`,
    email: `gina${number}@mail.example`,
    email_verified: true,
    name: `Gina Grün ${number}`,
    picture: 'https://lh3.example/face.jpg',
    ...overrides,
  }
}

/** Presses the button; returns the issuer's address. */
async function press(browser: Browser, next = '/'): Promise<string> {
  const answer = await browser.post('/login/google', { next })
  return /href="(http:\/\/127[^"]+|http:\/\/localhost[^"]+)"/.exec(answer.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
}

/** Follows that address and the redirect back. */
async function goOnline(browser: Browser, address: string): Promise<Answer> {
  const { headers } = await fetch(address, { redirect: 'manual' })
  const back = new URL(headers.get('location') ?? '')
  expect(back.origin + back.pathname).toBe('http://playhall.example/api/auth/callback/google')
  return browser.get(back.pathname + back.search)
}

async function signInAs(identity: Identity, browser = portal.openBrowser(), next = '/') {
  issuer.state.identity = identity
  const answer = await goOnline(browser, await press(browser, next))
  return { browser, answer, location: answer.headers.location }
}

const playersOf = (email = '') =>
  database()
    .select()
    .from(players)
    .where(sql`email = ${email}`)

test('the sign-up page offers Google', async () => {
  const words = wordsOf(await portal.openBrowser().get('/signup'))
  for (const text of ['Or continue with', 'Sign up with Google']) expect(words).toContain(text)
})

test('a reserved name from Google, or one with a link, is not adopted', async () => {
  const [linked, admin] = [person({ name: 'See http://evil.example' }), person({ name: 'Admin' })]
  for (const one of [linked, admin]) await signInAs(one)
  expect((await playersOf(linked.email))[0]).toMatchObject({ fullName: '', username: linked.email?.split('@')[0] })
  expect((await playersOf(admin.email))[0]?.username).toMatch(/^user_\w{8}$/)
})

test('a new player gets an account with a name, a username and a confirmed address, and no Google token is stored', async () => {
  const gina = person({ name: '  Zoë\u202e Müller ' })
  issuer.state.identity = gina
  const browser = portal.openBrowser()
  const address = await press(browser, '/games?page=2')
  expect([...browser.cookies.keys()]).toEqual(['playhall_state'])
  expect((await goOnline(browser, address)).headers.location).toBe('/games?page=2')
  expect(browser.cookies.get('playhall_notice')).toBe('signed-in')
  expect([...browser.cookies.keys()].toSorted()).toEqual(['playhall_browser', 'playhall_notice', 'playhall_session'])
  const [player] = await playersOf(gina.email)
  expect(player).toMatchObject({
    username: 'zoe_muller',
    fullName: 'Zoë Müller',
    emailVerified: true,
    avatar: null,
    role: 'player',
  })
  expect((await browser.get('/logout')).text).toContain('zoe_muller')
  const kept = await database()
    .select()
    .from(credentials)
    .where(sql`player_id = ${player?.id}`)
  expect(kept).toMatchObject([
    { providerId: 'google', accountId: gina.sub, accessToken: null, refreshToken: null, idToken: null, password: null },
  ])
})

test('a Google sign-in confirms the address', async () => {
  const gina = person()
  const { browser } = await signInAs(gina)
  expect(await isCounted('known-place', `${gina.email} ${browser.address}`)).toBe(true)
})

test('a returning player is recognised, even with another address', async () => {
  const gina = person()
  await signInAs(gina)
  await signInAs({ ...gina, email: 'gina.moved@mail.example', name: 'Somebody Else' })
  const [player] = await playersOf(gina.email)
  expect(player).toMatchObject({ fullName: gina.name })
  expect(await playersOf('gina.moved@mail.example')).toEqual([])
  expect(await database().$count(sessions, sql`player_id = ${player?.id}`)).toBe(2)
})

test('two players with the same name get different usernames', async () => {
  const [first, second] = [person({ name: 'Max Mustermann' }), person({ name: 'Max Mustermann' })]
  await signInAs(first)
  await signInAs(second)
  expect((await playersOf(first.email))[0]?.username).toBe('max_mustermann')
  expect((await playersOf(second.email))[0]?.username).toMatch(/^max_mustermann_\d{4}$/)
})

test('without a name the username comes from the address, and without letters it is generated', async () => {
  const [first, second] = [person({ name: undefined, email: 'anna.k@mail.example' }), person({ name: '山田' })]
  await signInAs(first)
  await signInAs(second)
  expect((await playersOf(first.email))[0]).toMatchObject({ username: 'anna_k', fullName: '' })
  expect((await playersOf(second.email))[0]).toMatchObject({
    username: expect.stringMatching(/^user_[a-z0-9]{8}$/),
    fullName: '山田',
  })
})

test('an account with the same address is linked if both sides confirmed it', async () => {
  const gina = person()
  const player = await createPlayer({ email: gina.email as string, username: `old_${gina.sub}`, emailVerified: true })
  const { location, browser } = await signInAs(gina)
  expect(location).toBe('/')
  expect((await browser.get('/logout')).text).toContain(player.username)
  expect(await database().$count(credentials, sql`player_id = ${player.id} and provider_id = 'google'`)).toBe(1)
})

test('an account with the same, unconfirmed address is neither linked nor signed in', async () => {
  const gina = person()
  const player = await createPlayer({ email: gina.email as string, emailVerified: false })
  const { location, browser } = await signInAs(gina)
  expect(location).toBe('/login?failed=google-unconfirmed')
  expect(browser.cookies.has('playhall_session')).toBe(false)
  expect(wordsOf(await browser.get(location as string))).toContain('Failed to log in with Google')
  expect(await database().$count(credentials, sql`player_id = ${player.id}`)).toBe(0)
  expect((await playersOf(gina.email))[0]?.emailVerified).toBe(false)
})

test.each([
  ['nobody has', null],
  ['a player has', { emailVerified: true }],
  ['an unconfirmed player has', { emailVerified: false }],
])(
  'an address that Google has not verified and %s starts no session, always with the same response',
  async (_, known) => {
    const gina = person({ email_verified: false })
    if (known) await createPlayer({ email: gina.email as string, ...known })
    const { location, browser } = await signInAs(gina)
    expect(location).toBe('/login?failed=google-address')
    expect(browser.cookies.has('playhall_session')).toBe(false)
    expect(wordsOf(await browser.get(location as string))).toContain('Google has not confirmed your address')
    const found = await playersOf(gina.email)
    expect(found.map(({ emailVerified }) => emailVerified)).toEqual(known ? [known.emailVerified] : [])
    expect(await database().$count(credentials, sql`account_id = ${gina.sub}`)).toBe(0)
  },
)

test.each([{ email_verified: false }, { email_verified: undefined }, { email_verified: 'false' as never }])(
  '%j cannot sign in to a linked account',
  async (claims) => {
    const gina = person()
    await signInAs(gina)
    const { location, browser } = await signInAs({ ...gina, ...claims })
    expect(location).toBe('/login?failed=google-address')
    expect(browser.cookies.has('playhall_session')).toBe(false)
  },
)

test('a suspended player gets no session, and only a signed address shows the end and the reason', async () => {
  const gina = person()
  await signInAs(gina)
  const until = new Date('2036-01-02T03:04:00Z')
  await database()
    .update(players)
    .set({ suspendedUntil: until, suspendedWhy: 'Threats & spam' })
    .where(eq(players.email, gina.email!))
  const { browser, location } = await signInAs(gina)
  expect(location).toMatch(/^\/login\?suspended=/)
  expect(browser.cookies.has('playhall_session')).toBe(false)
  const said = 'This account is suspended until 2 Jan 2036, 03:04 UTC: Threats & spam'
  expect(wordsOf(await browser.get(location!))).toContain(said)
  for (const forged of [
    location!.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')),
    '/login?suspended=x.y',
    '/login?suspended=.',
  ])
    expect(wordsOf(await browser.get(forged))).not.toContain('suspended')
  await database().update(players).set({ suspendedUntil: new Date() }).where(eq(players.email, gina.email!))
  expect((await signInAs(gina)).location).toBe('/')
})

test('a visitor who denies access returns to the sign-in page', async () => {
  issuer.state.isDenied = true
  const { location, browser } = await signInAs(person())
  expect(location).toBe('/login?failed=google-denied')
  expect(wordsOf(await browser.get(location as string))).toContain('Failed to log in with Google: you did not allow it')
})

test('without an address no account is created', async () => {
  const { location } = await signInAs(person({ email: undefined }))
  expect(location).toMatch(/^\/login\?failed=google/)
})

test('a callback works once, and only in the browser that started the sign-in', async () => {
  issuer.state.identity = person()
  const [browser, other] = [portal.openBrowser(), portal.openBrowser()]
  const { headers } = await fetch(await press(browser), { redirect: 'manual' })
  const back = new URL(headers.get('location') ?? '')
  const at = back.pathname + back.search
  expect((await other.get(at)).headers.location).toBe('/login?failed=google')
  expect(other.cookies.has('playhall_session')).toBe(false)
  const state = [...browser.cookies]
  expect((await browser.get(at)).headers.location).toBe('/')
  for (const [name, value] of state) browser.cookies.set(name, value)
  expect((await browser.get(at)).headers.location).toBe('/login?failed=google')
})

test.each([
  ['for another portal', { aud: 'another-client' }],
  ['of another issuer', { iss: 'http://evil.example' }],
  ['that has expired', { exp: 1_000_000 }],
  ['for another sign-in', { nonce: 'of-another' }],
])('a token %s starts no session', async (_, claims) => {
  const gina = person(claims)
  const { location, browser } = await signInAs(gina)
  expect(location).toBe('/login?failed=google')
  expect(browser.cookies.has('playhall_session')).toBe(false)
  expect(await playersOf(gina.email)).toEqual([])
})

/** A token with another header, signed by `sign`. */
const withHeader = (header: object, sign: (text: string) => string) => (token: string) => {
  const text = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${token.split('.')[1]}`
  return `${text}.${sign(text)}`
}
const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

test.each([
  ['without a signature', withHeader({ alg: 'none' }, () => '')],
  ['signed by another key', withHeader({ alg: 'RS256' }, (text) => createSign('sha256').update(text).sign(otherKey, 'base64url'))],
  ['signed with our own secret', withHeader({ alg: 'HS256' }, (text) => createHmac('sha256', 'the-secret').update(text).digest('base64url'))],
  ['with changed claims', (token: string) => token.replace(/\.[^.]+\./, (claims) => `.${Buffer.from(Buffer.from(claims, 'base64url').toString().replace('Gina', 'Nina')).toString('base64url')}.`)],
  ['that is malformed', () => 'x'],
])('a token %s starts no session', async (_, forge) => {
  const gina = person()
  issuer.state.forge = forge
  const { location, browser } = await signInAs(gina)
  expect(location).toBe('/login?failed=google')
  expect(browser.cookies.has('playhall_session')).toBe(false)
  expect(await playersOf(gina.email)).toEqual([])
}) // prettier-ignore

test('the request to Google binds its response to this portal, browser and sign-in', async () => {
  const browser = portal.openBrowser()
  const answer = await browser.post('/login/google', { next: '/games' })
  const { searchParams } = new URL(/url=(http[^"]+)"/.exec(answer.text)![1]!.replaceAll('&amp;', '&'))
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'the-client',
    response_type: 'code',
    redirect_uri: 'http://playhall.example/api/auth/callback/google',
    scope: 'openid email profile',
    prompt: 'select_account',
    state: browser.cookies.get('playhall_state'),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
  const cookie = answer.headers['set-cookie']?.find((line) => line.startsWith('playhall_state'))
  expect(cookie?.split('; ').slice(1).toSorted()).toEqual(['HttpOnly', 'Max-Age=300', 'Path=/', 'SameSite=Lax'])
  const stored = await database().execute(sql`select * from verifications`)
  expect(JSON.stringify(stored.rows)).not.toContain(searchParams.get('state'))
})

test.each([
  ['another state', (back: URL) => back.searchParams.set('state', 'of-another')],
  ['no state', (back: URL) => back.searchParams.delete('state')],
  ['two states', (back: URL) => back.searchParams.append('state', 'of-another')],
  ['another issuer’s name', (back: URL) => back.searchParams.set('iss', 'http://evil.example')],
  ['another code', (back: URL) => back.searchParams.set('code', 'of-another')],
])('a callback with %s starts no session', async (_, address) => {
  const gina = person()
  issuer.state.address = address
  const { location, browser } = await signInAs(gina)
  expect(location).toBe('/login?failed=google')
  expect(browser.cookies.has('playhall_session')).toBe(false)
  expect(await playersOf(gina.email)).toEqual([])
})

test('a callback for another sign-in does not end the current one', async () => {
  issuer.state.identity = person()
  const browser = portal.openBrowser()
  const address = await press(browser)
  await browser.get('/api/auth/callback/google?code=x&state=y')
  expect((await goOnline(browser, address)).headers.location).toBe('/')
})

test('a callback after more than five minutes starts no session', async () => {
  issuer.state.identity = person()
  const browser = portal.openBrowser()
  const address = await press(browser)
  await database().execute(sql`update verifications set expires_at = now() where identifier like 'google:%'`)
  expect((await goOnline(browser, address)).headers.location).toBe('/login?failed=google')
})

test('a Google link that is removed during the sign-in starts no session', async () => {
  const gina = person()
  await signInAs(gina)
  const [linked] = await database()
    .select()
    .from(credentials)
    .where(sql`account_id = ${gina.sub}`)
  await database()
    .delete(credentials)
    .where(sql`account_id = ${gina.sub}`)
  expect(await beginSession(linked!, new Request('http://playhall.example'))).toBeNull()
})

test('two tabs that return at once are both signed in, to one account', async () => {
  issuer.state.identity = person()
  const tabs = [portal.openBrowser(), portal.openBrowser()]
  const addresses = await Promise.all(tabs.map((tab) => press(tab)))
  const answers = await Promise.all(tabs.map((tab, at) => goOnline(tab, addresses[at]!)))
  expect(answers.map(({ headers }) => headers.location)).toEqual(['/', '/'])
  expect(await playersOf(issuer.state.identity.email)).toHaveLength(1)
})

test.each([
  '/api/auth/callback/google',
  '/api/auth/callback/google?code=x&state=y',
  '/api/auth/callback/google?error=server_error',
])('%s requested directly redirects to the sign-in page', async (at) => {
  const answer = await portal.openBrowser().get(at)
  expect([answer.status, answer.headers.location]).toEqual([302, '/login?failed=google'])
})

test('an invalid callback uses up no attempts', async () => {
  const browser = portal.openBrowser()
  for (let times = 0; times < 12; times++) await browser.get(`/api/auth/callback/google?code=x&state=${times}`)
  expect((await signInAs(person(), browser)).location).toBe('/')
})

test('one address can start ten sign-ins in five minutes', async () => {
  const browser = portal.openBrowser()
  for (let times = 0; times < 10; times++) expect(await press(browser)).toContain(issuer.url)
  expect((await browser.post('/login/google', { next: '/' })).status).toBe(429)
})

test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/.//evil.example', '/%2e%2e//evil.example', '/x/..//evil.example'])(
  'signing in with Google does not redirect to %s',
  async (next) => {
    const { location } = await signInAs(person(), portal.openBrowser(), next)
    expect(location).toBe('/')
  },
) // prettier-ignore

test('a stored redirect to another site is not followed', async () => {
  issuer.state.identity = person()
  const browser = portal.openBrowser()
  const address = await press(browser)
  const { rowCount } = await database().execute(sql`
    update verifications set value = replace(value, '"next":"/"', '"next":"/.//evil.example"') where value like '%"next":"/"%'`)
  expect(rowCount).toBeGreaterThan(0)
  expect((await goOnline(browser, address)).headers.location).toBe('/')
})

test('signing in with Google redirects to paths in any script', async () => {
  const { location } = await signInAs(person(), portal.openBrowser(), '/search?q=猫')
  expect(location).toBe('/search?q=%E7%8C%AB')
})

test('a request by our script gets the address as data', async () => {
  const answer = await portal.openBrowser().post('/login/google.data', { next: '/' }, { accept: '*/*' })
  expect(answer.status).toBe(200)
  expect(answer.text).toContain(`${issuer.url}/authorize?`)
})

test('an unreachable issuer fails only its own sign-in, and the next attempt retries it', async () => {
  // The issuer's metadata is cached for a while.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
  await issuer.goOffline()
  const answer = await portal.openBrowser().post('/login/google', { next: '/games' })
  expect([answer.status, answer.headers.location]).toEqual([303, '/login?failed=google&next=%2Fgames'])
  const asked = await portal.openBrowser().post('/login/google.data', { next: '/' }, { accept: '*/*' })
  expect([asked.status, asked.text]).toEqual([503, expect.stringContaining('Failed to log in with Google')])
  const wrong = await portal.openBrowser().post('/login', { email: 'nobody@mail.example', password: 'a password' })
  expect(wrong.status).toBe(401)
  await issuer.goOnline()
  expect((await signInAs(person())).location).toBe('/')
  vi.useRealTimers()
})

test('an issuer with another name is not trusted', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 })
  await issuer.goOffline()
  await issuer.goOnline('https://another.example')
  const answer = await portal.openBrowser().post('/login/google', { next: '/games' })
  expect(answer.headers.location).toBe('/login?failed=google&next=%2Fgames')
  await issuer.goOffline()
  await issuer.goOnline()
  expect((await signInAs(person())).location).toBe('/')
  vi.useRealTimers()
})
