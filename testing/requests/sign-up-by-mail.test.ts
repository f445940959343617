import { createHook } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '../../app/db/connection.server.ts'
import { attempts, credentials, players, sessions } from '../../app/db/schema/accounts.server.ts'
import { JOBS } from '../../app/jobs.server.ts'
import { workOn } from '../../app/server/jobs/jobs.server.ts'
import { isCounted } from '../../app/server/http/count-attempts.server.ts'
import { type BuiltPortal, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { startMailbox } from '../fixtures/mailbox.ts'
import { createPlayer, givePassword, signIn } from '../fixtures/players.ts'
import { countAttempts } from './count-attempts.ts'

/** Signing up, confirming and choosing a new password on a portal that sends mails. */

const PASSWORD = 'a good password'
const CREATED = 'Account created successfully! Please check your email for verification.'

let portal: BuiltPortal
let mailbox: Awaited<ReturnType<typeof startMailbox>>
beforeAll(async () => {
  mailbox = await startMailbox()
  portal = await startBuiltPortal({ SMTP_URL: mailbox.url, MAIL_FROM: 'Playhall <hall@playhall.example>' })
  await workOn(JOBS)
})
afterAll(async () => {
  await portal.stop()
  await mailbox.close()
})
beforeEach(async () => {
  await database().delete(attempts)
})

let count = 0
const fields = (overrides: Record<string, string> = {}) => {
  const username = `nora_${++count}`
  return { username, email: `${username}@mail.example`, password: PASSWORD, terms: 'on', ...overrides }
}

const createPlayerWithPassword = async () => givePassword(await createPlayer(), PASSWORD)

type Proof = { email: string; token: string }

const post = (at: string, given: Record<string, string>) => portal.openBrowser().post(at, given)

const tokenOf = (link: string | null) => new URL(link ?? '').searchParams.get('token') ?? ''

/** Signs up and returns the link in the mail. */
async function signUpByMail(given = fields()) {
  const mail = mailbox.next(given.email)
  const answer = await portal.openBrowser().post('/signup', given)
  expect([answer.status, wordsOf(answer)]).toEqual([200, expect.stringContaining(CREATED)])
  return { ...given, mail: await mail }
}

/** Requests a new password and returns the token in the mail. */
async function requestReset(email: string): Promise<string> {
  const mail = mailbox.next(email)
  const answer = await portal.openBrowser().post('/forgot-password', { email })
  expect(wordsOf(answer)).toContain(`If ${email} belongs to an account, we have sent an email with a link to it.`)
  return tokenOf((await mail).link)
}

test('a new player gets a mail, confirms the address with its link, and can sign in only then', async () => {
  const { email, mail } = await signUpByMail()
  expect(mail.subject).toBe('Confirm your email address for Playhall')
  expect(mail.raw).toContain('From: Playhall <hall@playhall.example>')
  const browser = portal.openBrowser()
  const early = await browser.post('/login', { email, password: PASSWORD })
  expect([early.status, wordsOf(early)]).toEqual([
    401,
    expect.stringContaining('If your address is not confirmed yet, first open the link in our email'),
  ])
  expect(browser.cookies.size).toBe(0)

  const at = mail.link?.replace('http://playhall.example', '') ?? ''
  // Mail scanners open links, too: a GET confirms nothing.
  for (let times = 0; times < 3; times++) expect(wordsOf(await browser.get(at))).toContain('Confirm your email address')
  const answer = await browser.post('/verify-email', { token: tokenOf(mail.link), password: PASSWORD })
  expect([answer.status, answer.headers.location]).toEqual([303, '/'])
  expect([...browser.cookies.keys()].toSorted()).toEqual(['playhall_browser', 'playhall_notice', 'playhall_session'])
  expect((await portal.openBrowser().post('/login', { email, password: PASSWORD })).status).toBe(303)
})

test('mails to unconfirmed addresses do not contain the username', async () => {
  const { email, mail } = await signUpByMail(fields({ username: 'evil-shop' }))
  const reset = mailbox.next(email)
  await post('/forgot-password', { email })
  // Long lines are broken by `=` and a line end.
  for (const { raw } of [mail, await reset]) expect(raw.replaceAll('=\r\n', '')).not.toContain('evil-shop')
})

test('an address is trusted once it is confirmed', async () => {
  const { email, mail } = await signUpByMail()
  const browser = portal.openBrowser()
  const place = `${email} ${browser.address}`
  expect(await isCounted('known-place', place)).toBe(false)
  await browser.post('/verify-email', { token: tokenOf(mail.link), password: PASSWORD })
  expect(await isCounted('known-place', place)).toBe(true)
})

test('a link confirms an address only together with the password of the sign-up', async () => {
  const { email, mail } = await signUpByMail(fields({ password: 'of the stranger' }))
  const token = tokenOf(mail.link)
  const browser = portal.openBrowser()
  expect(wordsOf(await browser.get(`/verify-email?token=${token}`))).toContain(email)
  for (const given of [{ token }, { token, password: 'my own password' }] as Record<string, string>[])
    expect([400, 401]).toContain((await browser.post('/verify-email', given)).status)
  expect(browser.cookies.size).toBe(0)
  const login = await portal.openBrowser().post('/login', { email, password: 'of the stranger' })
  expect(login.status).toBe(401)
  // The link still works with the right password.
  expect((await browser.post('/verify-email', { token, password: 'of the stranger' })).status).toBe(303)
})

test('password attempts with a link count as sign-in attempts', async () => {
  const { email, mail } = await signUpByMail()
  const token = tokenOf(mail.link)
  // The sign-up was the first.
  await countAttempts('sign-in-account', email, 18)
  expect((await post('/verify-email', { token, password: 'wrong one' })).status).toBe(401)
  expect((await portal.openBrowser().post('/verify-email', { token, password: PASSWORD })).status).toBe(429)
  expect((await portal.openBrowser().post('/login', { email, password: PASSWORD })).status).toBe(429)
})

test.each([
  ['confirms the address', async ({ token }: Proof) => post('/verify-email', { token, password: PASSWORD })],
  [
    'chooses a new password',
    async ({ email }: Proof) => post('/reset-password', { token: await requestReset(email), password: PASSWORD }),
  ],
])('a player who first %s removes what others linked to the address', async (_, prove) => {
  const { email, mail } = await signUpByMail()
  const [player] = await database()
    .select()
    .from(players)
    .where(sql`email = ${email}`)
  // As on a portal that used to send no mails, or accepted unverified Google addresses.
  const { token: foreign } = await signIn(player!)
  await database()
    .insert(credentials)
    .values({ playerId: player!.id, providerId: 'google', accountId: `of-another-${email}` })
  expect((await prove({ email, token: tokenOf(mail.link) })).status).toBe(303)
  const kept = await database()
    .select()
    .from(credentials)
    .where(sql`player_id = ${player!.id}`)
  expect(kept.map(({ providerId }) => providerId)).toEqual(['credential'])
  expect(await database().$count(sessions, sql`token = ${foreign}`)).toBe(0)
})

test('a player with a confirmed address stays linked to Google after choosing a new password', async () => {
  const player = await createPlayerWithPassword()
  await database().insert(credentials).values({ playerId: player.id, providerId: 'google', accountId: player.id })
  const token = await requestReset(player.email)
  expect((await post('/reset-password', { token, password: 'the new password' })).status).toBe(303)
  expect(await database().$count(credentials, sql`player_id = ${player.id}`)).toBe(2)
})

test('a used confirmation link shows a friendly page', async () => {
  const { mail } = await signUpByMail()
  const token = tokenOf(mail.link)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => portal.openBrowser().post('/verify-email', { token, password: PASSWORD })),
  )
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
  expect(wordsOf(await portal.openBrowser().get(`/verify-email?token=${token}`))).toContain('Your address is confirmed')
})

test('an expired or unknown confirmation link is reported and changes nothing', async () => {
  const { email, mail } = await signUpByMail()
  const token = tokenOf(mail.link)
  await database().execute(sql`update verifications set expires_at = now() where identifier like 'confirm:%'`)
  expect(wordsOf(await portal.openBrowser().get(`/verify-email?token=${token}`))).toContain('This link has expired')
  for (const wrong of [token, `${token}x`, '', '0', 'confirm:x'])
    expect((await post('/verify-email', { token: wrong, password: PASSWORD })).status).toBe(400)
  const [row] = await database()
    .select()
    .from(players)
    .where(sql`email = ${email}`)
  expect(row?.emailVerified).toBe(false)
})

test('signing in without a confirmed address sends a new mail, at most one in ten minutes', async () => {
  const { email } = await signUpByMail()
  const before = mailbox.mails.length
  const fresh = mailbox.next(email)
  for (let times = 0; times < 3; times++) await portal.openBrowser().post('/login', { email, password: PASSWORD })
  const { link } = await fresh
  await noMoreMails()
  expect(mailbox.mails.slice(before).filter(({ to }) => to === email)).toHaveLength(1)
  expect((await post('/verify-email', { token: tokenOf(link), password: PASSWORD })).status).toBe(303)
})

test('a sign-in after a sign-up does not reveal whether the address had an account', async () => {
  const owner = await createPlayerWithPassword()
  const { email } = await signUpByMail()
  const answers = []
  for (const given of [
    { email, password: PASSWORD },
    { email, password: 'another password' },
    { email: owner.email, password: 'not the owner' },
    { email: 'nobody@example.com', password: PASSWORD },
  ])
    answers.push(wordsOf(await portal.openBrowser().post('/login', given)).replaceAll(given.email, ''))
  expect(answers[0]).toContain('Wrong email or password. If your address is not confirmed yet')
  expect(new Set(answers).size).toBe(1)
})

test('a known address gets the same response as an unknown one, and its owner is notified', async () => {
  const owner = await createPlayerWithPassword()
  const [known, unknown] = [fields({ email: owner.email, password: 'not the owner' }), fields()]
  const mails = [mailbox.next(owner.email), mailbox.next(unknown.email)]
  const answers = []
  for (const given of [known, unknown]) {
    const { status, text, headers } = await portal.openBrowser().post('/signup', given)
    answers.push({ status, text, cookie: headers['set-cookie'] })
  }
  expect(answers[0]).toEqual(answers[1])
  const [told] = await Promise.all(mails)
  expect(told?.subject).toBe('You already have an account at Playhall')
  expect(await database().$count(players, sql`email = ${owner.email}`)).toBe(1)
  // The name does not reveal it afterwards either: it is taken in both cases.
  for (const { username } of [known, unknown]) {
    const again = await portal.openBrowser().post('/signup', fields({ username }))
    expect([again.status, wordsOf(again)]).toEqual([409, expect.stringContaining('This username is taken')])
  }
  // The owner's password is unchanged.
  expect((await portal.openBrowser().post('/login', { email: owner.email, password: 'not the owner' })).status).toBe(
    401,
  )
  expect((await portal.openBrowser().post('/login', { email: owner.email, password: PASSWORD })).status).toBe(303)
})

const DIFFERENT_OWNERS = [
  ['nobody has', async () => fields()],
  ['somebody else has', async () => fields({ email: (await createPlayerWithPassword()).email, password: 'not the owner' })],
  ['the visitor has', async () => fields({ email: (await createPlayerWithPassword()).email })],
  ['the visitor has and the name, too', async () => {
    const { username, email } = await createPlayerWithPassword()
    return fields({ username, email })
  }],
] as [string, () => Promise<ReturnType<typeof fields>>][] // prettier-ignore

test.each(DIFFERENT_OWNERS)(
  'each sign-up with an address that %s gets the same response as any other',
  async (_, world) => {
    const first = await world()
    const other = fields({ email: first.email, password: first.password })
    const tries: [string, Record<string, string>, number][] = [
      ['first', first, 200],
      ['second', first, 200],
      ['with another password', { ...first, password: 'quite another' }, 409],
      ['with another name', other, 200],
      ['with that name again', other, 200],
      ['with that name and another password', { ...other, password: 'quite another' }, 409],
      ['with no name', { ...first, username: '' }, 200],
      ['of another address with the first name', { ...first, email: `not.${first.email}` }, 409],
      ['of another address with the other name', { ...other, email: `not.${first.email}` }, 409],
      ['third', first, 200],
    ]
    for (const [name, { username, ...given }, status] of tries) {
      const { text, headers, ...answer } = await post(
        '/signup',
        username ? { username, ...given } : (given as Record<string, string>),
      )
      expect([name, answer.status, headers['set-cookie']]).toEqual([name, status, undefined])
      // Only the input may differ.
      const plain = text.replaceAll(first.email, '…').replaceAll(username || '…', '…')
      answers[`${name} ${status}`] ??= plain
      expect(plain, name).toBe(answers[`${name} ${status}`])
    }
  },
)
const answers: Record<string, string> = {}

test('two simultaneous sign-ups with one name do not reveal a known address', async () => {
  const outcomes = []
  for (const email of [(await createPlayerWithPassword()).email, `unknown${count}@mail.example`]) {
    const { username } = fields()
    const both = [fields({ username, email, password: 'not the owner' }), fields({ username })]
    const got = await Promise.all(both.map((given) => post('/signup', given)))
    outcomes.push(got.map(({ status }) => status).toSorted((a, b) => a - b))
  }
  expect(outcomes).toEqual([
    [200, 409],
    [200, 409],
  ])
})

test('a known and an unknown address take the same number of hashes', async () => {
  const owner = await createPlayerWithPassword()
  const hashes = await countHashes(() => portal.openBrowser().post('/signup', fields({ email: owner.email })))
  expect(hashes).toBe(1)
  expect(await countHashes(() => portal.openBrowser().post('/signup', fields()))).toBe(1)
  for (const email of [owner.email, 'nobody@mail.example'])
    expect(await countHashes(() => portal.openBrowser().post('/login', { email, password: 'wrong one' }))).toBe(1)
})

test('the owner of an address can sign up even after somebody else has used it', async () => {
  const { email } = await signUpByMail(fields({ password: 'of the stranger' }))
  const mail = mailbox.next(email)
  await portal.openBrowser().post('/signup', fields({ email }))
  const answer = await portal
    .openBrowser()
    .post('/reset-password', { token: tokenOf((await mail).link), password: PASSWORD })
  expect(answer.status).toBe(303)
  expect((await portal.openBrowser().post('/login', { email, password: 'of the stranger' })).status).toBe(401)
  expect((await portal.openBrowser().post('/login', { email, password: PASSWORD })).status).toBe(303)
})

test('one sign-up sent five times at once creates one account', async () => {
  const given = fields()
  const mail = mailbox.next(given.email)
  const answers = await Promise.all(Array.from({ length: 5 }, () => portal.openBrowser().post('/signup', given)))
  for (const answer of answers)
    expect([answer.status, wordsOf(answer)]).toEqual([200, expect.stringContaining(CREATED)])
  expect(await database().$count(players, sql`email = ${given.email}`)).toBe(1)
  await mail
})

test('a mailed link sets a new password, ends every session and notifies the owner', async () => {
  const player = await createPlayerWithPassword()
  await signIn(player)
  await signIn(player)
  const token = await requestReset(player.email)
  const told = mailbox.next(player.email)
  const browser = portal.openBrowser()
  const other = await createPlayerWithPassword()
  await browser.post('/login', { email: other.email, password: PASSWORD })
  expect(wordsOf(await browser.get(`/reset-password?token=${token}`))).toContain('Choose a new password')
  const answer = await browser.post('/reset-password', { token, password: 'the new password' })
  expect([answer.status, answer.headers.location]).toEqual([303, '/login'])
  for (const { id } of [player, other]) expect(await database().$count(sessions, sql`player_id = ${id}`)).toBe(0)
  expect((await told).subject).toBe('Your password for Playhall was changed')
  expect((await browser.post('/login', { email: player.email, password: PASSWORD })).status).toBe(401)
  expect((await browser.post('/login', { email: player.email, password: 'the new password' })).status).toBe(303)
})

test('the page of a mailed link is stored nowhere', async () => {
  for (const at of ['/reset-password?token=x', '/verify-email?token=x'])
    expect((await portal.openBrowser().get(at)).headers['cache-control']).toBe('no-store')
})

test('a link for a new password works once, even if it is used five times at once', async () => {
  const player = await createPlayerWithPassword()
  const token = await requestReset(player.email)
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, at) =>
      portal.openBrowser().post('/reset-password', { token, password: `new password ${at}` }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 400, 400, 400, 400])
  const late = await portal.openBrowser().get(`/reset-password?token=${token}`)
  expect(wordsOf(late)).toContain('This link has already been used')
  expect(wordsOf(late)).toContain('Request a new link')
})

test('using one link for a new password makes the others useless', async () => {
  const player = await createPlayer()
  const [first, second] = [await requestReset(player.email), await requestReset(player.email)]
  expect(
    (await portal.openBrowser().post('/reset-password', { token: second, password: 'the new password' })).status,
  ).toBe(303)
  const answer = await portal.openBrowser().post('/reset-password', { token: first, password: 'one more password' })
  expect([answer.status, wordsOf(answer)]).toEqual([400, expect.stringContaining('This link has already been used')])
})

test('an expired or unknown link for a new password is reported', async () => {
  const player = await createPlayerWithPassword()
  const token = await requestReset(player.email)
  await database().execute(sql`update verifications set expires_at = now() where identifier like 'reset:%'`)
  const browser = portal.openBrowser()
  expect(wordsOf(await browser.get(`/reset-password?token=${token}`))).toContain('This link has expired')
  const late = await browser.post('/reset-password', { token, password: 'the new password' })
  expect([late.status, wordsOf(late)]).toEqual([400, expect.stringContaining('This link has expired')])
  const wrong = await browser.post('/reset-password', { token: 'never-made', password: 'the new password' })
  expect([wrong.status, wordsOf(wrong)]).toEqual([400, expect.stringContaining('This link does not work')])
  expect((await browser.post('/login', { email: player.email, password: PASSWORD })).status).toBe(303)
})

test('a confirmation token sets no password, and a reset token of a deleted player does nothing', async () => {
  const { mail } = await signUpByMail()
  const browser = portal.openBrowser()
  const swapped = await browser.post('/reset-password', { token: tokenOf(mail.link), password: 'the new password' })
  expect(swapped.status).toBe(400)
  const player = await createPlayer()
  const token = await requestReset(player.email)
  await database()
    .delete(players)
    .where(sql`id = ${player.id}`)
  expect((await browser.post('/reset-password', { token, password: 'the new password' })).status).toBe(400)
  expect(wordsOf(await browser.get('/verify-email?token=x'))).toContain('This link does not work')
})

test('a new password must follow the rules, and an invalid one does not use up the link', async () => {
  const player = await createPlayer()
  const token = await requestReset(player.email)
  const browser = portal.openBrowser()
  for (const [password, words] of [
    ['12345', 'Password must be at least 6 characters'],
    ['x'.repeat(129), 'Password must be at most 128 characters'],
    ['password', 'This password is easy to guess'],
  ] as [string, string][]) {
    const answer = await browser.post(`/reset-password?token=${token}`, { token, password })
    expect([answer.status, wordsOf(answer)]).toEqual([400, expect.stringContaining(words)])
  }
  expect((await browser.post('/reset-password', { token, password: 'four lamps '.repeat(11) })).status).toBe(303)
})

test('a Google player without a password can set one by mail', async () => {
  const player = await createPlayer()
  const token = await requestReset(player.email)
  await portal.openBrowser().post('/reset-password', { token, password: 'my first password' })
  expect(
    (await portal.openBrowser().post('/login', { email: player.email, password: 'my first password' })).status,
  ).toBe(303)
})

test('an unknown address gets the same response as a known one and no mail', async () => {
  const player = await createPlayerWithPassword()
  const answers = []
  const mail = mailbox.next(player.email)
  for (const email of [player.email, 'unknown_to_us@mail.example']) {
    const { status, text } = await portal.openBrowser().post('/forgot-password', { email })
    answers.push({ status, text: text.replaceAll(email, '…') })
  }
  expect(answers[0]).toEqual(answers[1])
  await mail
  await noMoreMails()
  expect(mailbox.mails.filter(({ to }) => to === 'unknown_to_us@mail.example')).toEqual([])
})

test('neither a confirmation nor a new password signs in a suspended player', async () => {
  const { email, mail } = await signUpByMail()
  const suspended = { suspendedUntil: new Date('2036-01-02T03:04:00Z'), suspendedWhy: 'Threats' }
  await database()
    .update(players)
    .set(suspended)
    .where(sql`email = ${email}`)
  const browser = portal.openBrowser()
  const confirmed = await browser.post('/verify-email', { token: tokenOf(mail.link), password: PASSWORD })
  const said = 'This account is suspended until 2 Jan 2036, 03:04 UTC: Threats'
  expect(confirmed.status).toBe(303)
  expect(wordsOf(await browser.get(confirmed.headers.location ?? ''))).toContain(said)
  const reset = await browser.post('/reset-password', { token: await requestReset(email), password: 'a new password' })
  expect(reset.headers.location).toBe('/login')
  expect((await browser.post('/login', { email, password: 'a new password' })).status).toBe(403)
  expect(browser.cookies.has('playhall_session')).toBe(false)
})

test('every response queues a mail, for known and unknown addresses', async () => {
  const player = await createPlayerWithPassword()
  for (const [kind, email] of [
    ['known-address', player.email],
    ['confirm', fields().email],
  ] as const) {
    expect((await post('/signup', fields({ email }))).status).toBe(200)
    expect(await readKinds(email)).toEqual([kind])
  }
  for (const email of [player.email, `unknown${count}@mail.example`]) {
    expect((await post('/forgot-password', { email })).status).toBe(200)
    expect((await readKinds(email)).at(-1)).toBe('reset')
  }
})

test('if no mail can be queued, no account is created and no mail is announced', async () => {
  const given = fields()
  await database().execute(sql`alter schema jobs rename to jobs_away`)
  const answers = [await post('/signup', given), await post('/forgot-password', { email: given.email })]
  await database().execute(sql`alter schema jobs_away rename to jobs`)
  for (const { status } of answers) expect(status).toBe(500)
  expect(await database().$count(players, sql`email = ${given.email}`)).toBe(0)
  await signUpByMail(given)
})

test('a player gets at most five reset mails in half an hour, and the response does not reveal it', async () => {
  const player = await createPlayer()
  const texts = new Set<string>()
  for (let times = 0; times < 7; times++) {
    const { status, text } = await post('/forgot-password', { email: player.email })
    expect(status).toBe(200)
    texts.add(text)
  }
  expect(texts.size).toBe(1)
  await noMoreMails()
  expect(mailbox.mails.filter(({ to }) => to === player.email)).toHaveLength(5)
})

test('an address can request five mails in half an hour', async () => {
  const browser = portal.openBrowser()
  for (let times = 0; times < 5; times++)
    expect((await browser.post('/forgot-password', { email: `nobody${times}@mail.example` })).status).toBe(200)
  const answer = await browser.post('/forgot-password', { email: 'nobody@mail.example' })
  expect([answer.status, Number(answer.headers['retry-after']) > 1700]).toEqual([429, true])
  expect(answer.text).toContain('value="nobody@mail.example"')
})

test('the log contains neither email addresses nor tokens', () => {
  expect(portal.logged.join('')).not.toMatch(/@mail\.example|token=/)
})

/** The kinds of the mails queued for an address and not yet deleted, oldest first. */
async function readKinds(email: string): Promise<string[]> {
  const { rows } = await database().execute<{ kind: string }>(sql`
    select data->>'kind' as kind from jobs.job where data->>'to' = ${email} order by created_on`)
  return rows.map(({ kind }) => kind)
}

/** Waits until the queue is empty. */
async function noMoreMails(): Promise<void> {
  await expect
    .poll(async () => (await database().execute(sql`select 1 from jobs.job where state < 'completed'`)).rowCount)
    .toBe(0)
}

/** Counts the password hashes made during some work. */
async function countHashes(work: () => Promise<unknown>): Promise<number> {
  let made = 0
  const watch = createHook({ init: (_, type) => void (type === 'ARGON2REQUEST' && made++) }).enable()
  await work()
  watch.disable()
  return made
}
