import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { database } from '../../app/db/connection.server.ts'
import { players, sessions } from '../../app/db/schema/accounts.server.ts'
import type { Answer, TestPortal } from '../../app/server/http/testing.server.ts'
import { deletingFiles } from '../../app/server/files/delete-files.server.ts'
import { runClosers } from '../../app/server/http/shutdown.server.ts'
import { type Job, workOn } from '../../app/server/jobs/jobs.server.ts'
import { openLog } from '../../app/server/process/log.server.ts'
import { storage } from '../../app/server/files/storage.server.ts'
import { startBuilt } from '../portal/built-portal.ts'
import { runFileDeletions } from '../fixtures/file-deletions.ts'
import { createTestDatabase } from '../fixtures/database.ts'
import { createPlayer, givePassword, type PlayerRow, signIn } from '../fixtures/players.ts'
import { countAttempts } from './count-attempts.ts'
import { ACCOUNT_PAGES } from './rows.ts'

const SITE = 'http://playhall.example'
const PASSWORD = 'correct horse'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-account-'))
const logged: string[] = []
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let portal: TestPortal
let face: Buffer

beforeAll(async () => {
  const secret = 'a secret for the tests of accounts'
  Object.assign(process.env, { SITE_URL: SITE, DATA_DIR: folder, AUTH_SECRET: secret })
  openLog({ level: 'warn', pretty: false, sink: { write: (line) => void logged.push(line) } })
  testDatabase = await createTestDatabase()
  portal = await startBuilt(testDatabase.connection)
  await workOn([deletingFiles as Job])
  face = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
})

afterAll(async () => {
  await portal?.close()
  await runClosers(() => {})
  await testDatabase?.drop()
  rmSync(folder, { recursive: true })
})

type SignedIn = PlayerRow & { cookie: string }

async function signedIn(values: Partial<typeof players.$inferInsert> = {}): Promise<SignedIn> {
  const player = await createPlayer(values)
  return { ...player, cookie: (await signIn(player)).cookie }
}

const withPassword = (player: SignedIn) => givePassword(player, PASSWORD)

let sent = 0

type Ask = {
  method?: string
  cookie?: string
  /** Requests as a browser without script, or as our script. */
  as?: 'page' | 'script'
  form?: Record<string, string>
  headers?: Record<string, string>
  body?: string | Buffer
  /** Requests with the same value come from one address. */
  address?: string
}

/** Each request comes from a different address, so that no limit counts them together. */
function send(
  at: string,
  { method = 'GET', cookie, as = 'page', form, headers, body, address }: Ask = {},
): Promise<Answer> {
  const number = ++sent
  return portal.send(at, {
    method,
    body: form ? new URLSearchParams(form).toString() : body,
    headers: {
      'x-forwarded-for': address ?? `10.9.${number >> 8}.${number & 255}`,
      accept: as === 'page' ? 'text/html' : 'application/json',
      ...(method !== 'GET' && method !== 'HEAD' && { origin: SITE }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(cookie && { cookie }),
      ...headers,
    },
  })
}

const post = (at: string, ask: Ask) => send(at, { method: 'POST', ...ask })

/** A form with a file, as browsers send it. */
function withFile(content: Uint8Array, { field = 'picture', name = 'face.jpg', type = 'image/jpeg' } = {}) {
  const head = `--bound\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--bound--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=bound' },
  }
}

const upload = (player: { cookie: string } | null, content: Uint8Array, more: Ask = {}, file = {}) =>
  post('/account/avatar', { cookie: player?.cookie, as: 'script', ...withFile(content, file), ...more })

async function rowOf(id: string): Promise<PlayerRow> {
  return (await database().select().from(players).where(eq(players.id, id)))[0] as PlayerRow
}

/** Follows the redirect after a form without script. Returns the flash message there, and the path. */
async function messageAfter(answer: Answer, { cookie }: { cookie: string }): Promise<[string, string]> {
  const { status, headers } = answer
  expect(status).toBe(303)
  const { text } = await send(headers.location!, { cookie: cookiesAfter(answer, cookie) })
  return [/<p class="note"[^>]*>([^<]*)</.exec(text)?.[1] ?? '', headers.location!]
}

/** The Cookie header of a browser that had `cookie` before a response. */
function cookiesAfter({ headers }: Answer, cookie: string): string {
  const set = (headers['set-cookie'] ?? []).map((one) => one.split(';')[0]!)
  const pairs = [...cookie.split('; '), ...set].map((one) => [one.split('=', 1)[0]!, one] as const)
  return [...new Map(pairs).values()].join('; ')
}

const messageOf = ({ text }: Answer) => (JSON.parse(text) as { message: string }).message

// Access

const CHANGES = [
  '/account/profile',
  '/account/password',
  '/account/delete',
  '/account/avatar',
  '/account/avatar/removal',
  '/account/sessions/others/end',
  '/account/sessions/00000000-0000-4000-8000-000000000000/end',
]

test.each(CHANGES)('a visitor’s POST to %s gets a 401, and one from another site is refused', async (at) => {
  const isPage = !at.startsWith('/account/avatar')
  const answer = await post(isPage ? `${at}.data` : at, { as: 'script', form: {} })
  expect(answer.status).toBe(401)
  expect(answer.text).toContain('You are signed out. Please sign in again.')
  const player = await signedIn()
  const foreign = await post(at, { cookie: player.cookie, form: {}, headers: { origin: 'http://evil.example' } })
  expect(foreign.status).toBe(403)
})

test('a session that ended elsewhere gets a 401 and changes nothing', async () => {
  const player = await signedIn()
  await database().delete(sessions).where(eq(sessions.playerId, player.id))
  const form = { username: 'other_name', fullName: '' }
  expect((await post('/account/profile.data', { cookie: player.cookie, as: 'script', form })).status).toBe(401)
  expect((await upload(player, face)).status).toBe(401)
  expect((await send('/account', { cookie: player.cookie })).headers.location).toBe('/login?next=%2Faccount')
  expect(await rowOf(player.id)).toMatchObject({ username: player.username, avatar: null })
})

test('the account page shows a player their own data and is not cached', async () => {
  const [player, other] = [await signedIn({ fullName: 'Mara <b>Voss</b>' }), await signedIn()]
  for (const at of [...ACCOUNT_PAGES, '/account.data']) {
    const { status, headers, text } = await send(at, { cookie: player.cookie })
    expect([at, status, headers['cache-control']]).toEqual([at, 200, 'private, no-store'])
    for (const words of [other.username, other.email]) expect(text).not.toContain(words)
    if (headers['content-type']?.includes('html')) expect(text).not.toContain('<b>Voss')
  }
  const { text } = await send('/account', { cookie: player.cookie })
  for (const words of [player.username, player.email, 'Mara &lt;b&gt;Voss', 'This device'])
    expect(text).toContain(words)
})

// Profile

test('without script a changed profile redirects to the account page, which confirms it', async () => {
  const player = await signedIn()
  const form = {
    username: 'Mara_V1',
    fullName: ' Mara\u202e  Voss ',
    email: 'new@mail.example',
    role: 'operator',
    id: 'x',
  }
  const answer = await post('/account/profile', { cookie: player.cookie, form })
  expect(await messageAfter(answer, player)).toEqual(['Profile updated!', '/account'])
  expect(await rowOf(player.id)).toMatchObject({
    username: 'Mara_V1',
    fullName: 'Mara Voss',
    email: player.email,
    role: 'player',
  })
})

test('without script a refused form shows errors next to the fields and preserves the input', async () => {
  await createPlayer({ username: 'Taken_One' })
  const player = await signedIn()
  const short = await post('/account/profile', {
    cookie: player.cookie,
    form: { username: 'ab', fullName: 'Typed "here"' },
  })
  expect(short.status).toBe(400)
  for (const words of ['Username must be at least 3 characters', 'value="ab"', 'Typed &quot;here&quot;'])
    expect(short.text).toContain(words)
  const refused = await post('/account/profile', {
    cookie: player.cookie,
    form: { username: player.username, fullName: 'See http://evil.example' },
  })
  expect([refused.status, (await rowOf(player.id)).fullName]).toEqual([400, ''])
  expect(refused.text).toContain('Please choose another name')
  const taken = await post('/account/profile', { cookie: player.cookie, form: { username: 'taken_one' } })
  expect(taken.status).toBe(409)
  expect(taken.text).toContain('This username is taken')
  expect((await rowOf(player.id)).username).toBe(player.username)
})

test('if two players send the same new name at once, one gets it and the other an error', async () => {
  const both = [await signedIn(), await signedIn()]
  const answers = await Promise.all(
    both.map(({ cookie }, at) =>
      post('/account/profile', { cookie, form: { username: at ? 'SAME_NAME' : 'same_name', fullName: '' } }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409])
})

// Password and sessions

test('changing the password requires the current one, ends other sessions and renews this one’s token', async () => {
  const player = await withPassword(await signedIn())
  const elsewhere = await signIn(player)
  const change = (current: string, password: string) =>
    post('/account/password', { cookie: player.cookie, form: { current, password } })
  const wrong = await change('wrong one', 'quiet lantern row')
  expect([wrong.status, wrong.text.includes('That is not your current password')]).toEqual([400, true])
  expect((await change(PASSWORD, 'short')).text).toContain('Password must be at least 6 characters')
  expect((await change(PASSWORD, 'password')).text).toContain('This password is easy to guess')
  expect((await send('/account', { cookie: elsewhere.cookie })).status).toBe(200)
  const done = await change(PASSWORD, 'quiet lantern row')
  expect(await messageAfter(done, player)).toEqual(['Password changed', '/account'])
  expect((await send('/account', { cookie: cookiesAfter(done, player.cookie) })).status).toBe(200)
  for (const { cookie } of [player, elsewhere]) expect((await send('/account', { cookie })).status).toBe(302)
  // Passwords are never sent back.
  for (const { text } of [wrong, done]) expect(text).not.toMatch(/wrong one|quiet lantern row/)
})

test('password guesses are refused after twenty attempts an hour', async () => {
  const player = await withPassword(await signedIn())
  await countAttempts('sign-in-account', `password of ${player.id}`, 17)
  for (const at of ['/account/password', '/account/delete', '/account/sessions/others/end']) {
    const guess = { username: player.username, current: 'a guess', password: 'a new password' }
    expect((await post(at, { cookie: player.cookie, form: guess })).status).toBe(400)
  }
  const form = { current: PASSWORD, password: 'a new password' }
  const { status, headers, text } = await post('/account/password', { cookie: player.cookie, form })
  expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
  expect(text).toContain('You can try again in')
  expect((await rowOf(player.id)).id).toBe(player.id)
})

test('a player without a password learns how to get one', async () => {
  const player = await signedIn()
  const { text } = await send('/account', { cookie: player.cookie })
  expect(text).toContain('have no password here')
  expect(text).not.toContain('Current password')
})

test('a player ends their own sessions one by one or together, with the password, and nobody else’s', async () => {
  const [player, other] = [await withPassword(await signedIn()), await signedIn()]
  const form = { current: PASSWORD }
  const idsOf = async (id: string) =>
    (await database().select().from(sessions).where(eq(sessions.playerId, id))).map((s) => s.id)
  const [foreign] = await idsOf(other.id)
  for (const id of [foreign, 'x', '%27', '00000000-0000-4000-8000-000000000000']) {
    const { status } = await post(`/account/sessions/${id}/end`, { cookie: player.cookie, form })
    expect(status).toBe(404)
  }
  expect(await idsOf(other.id)).toEqual([foreign])

  const second = await signIn(player)
  await signIn(player)
  const own = (await database().select().from(sessions).where(eq(sessions.token, second.token)))[0]?.id
  for (const id of [own, 'others']) {
    expect((await send(`/account/sessions/${id}/end`, { cookie: player.cookie })).text).toContain('Current password')
    for (const wrong of [{ current: '' }, { current: 'wrong one' }]) {
      const refused = await post(`/account/sessions/${id}/end`, { cookie: player.cookie, form: wrong })
      expect([refused.status, refused.text.includes('That is not your current password')]).toEqual([400, true])
    }
  }
  expect(await idsOf(player.id)).toHaveLength(3)
  const ended = await post(`/account/sessions/${own}/end`, { cookie: player.cookie, form })
  expect(await messageAfter(ended, player)).toEqual(['Session ended', '/account'])
  expect((await send('/account', player)).status).toBe(302)
  const cookie = cookiesAfter(ended, player.cookie)
  expect((await send('/account', { cookie: second.cookie })).status).toBe(302)
  expect(await idsOf(player.id)).toHaveLength(2)
  const others = await post('/account/sessions/others/end', { cookie, form })
  expect(await messageAfter(others, player)).toEqual(['All other sessions ended', '/account'])
  expect(await idsOf(player.id)).toHaveLength(1)
  expect((await send('/account', { cookie: cookiesAfter(others, cookie) })).status).toBe(200)
  expect(await idsOf(other.id)).toEqual([foreign])
})

// Pictures

test('a picture is stored as WebP and served in a sandbox', async () => {
  const player = await signedIn()
  const answer = await upload(player, face)
  expect(answer.status).toBe(200)
  const { avatar } = JSON.parse(answer.text) as { avatar: string }
  expect(avatar).toMatch(new RegExp(`^/files/profile_pictures/${player.id}/[\\w-]{22}\\.webp$`))
  expect(`/files/${(await rowOf(player.id)).avatar}`).toBe(avatar)
  for (const cookie of [undefined, player.cookie]) {
    const { status, headers, body } = await send(avatar, { cookie })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
  }
  expect(await send(avatar, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
  expect((await send('/', { cookie: player.cookie })).text).toContain(avatar)
  expect(readdirSync(path.join(folder, 'files/profile_pictures', player.id))).toHaveLength(1)

  expect(JSON.parse((await upload(player, face)).text).avatar).not.toBe(avatar)
  await runFileDeletions()
  expect((await send(avatar)).status).toBe(404)
})

test('without script the form redirects to the account page, which shows the result', async () => {
  const player = await signedIn()
  const done = await upload(player, face, { as: 'page' })
  expect(await messageAfter(done, player)).toEqual(['Profile picture updated!', '/account'])
  const none = await upload(player, Buffer.alloc(0), { as: 'page' }, { name: '' })
  const { text } = await send(none.headers.location!, { cookie: cookiesAfter(none, player.cookie) })
  expect(text).toMatch(
    /<p class="note" role="alert" data-tone="error"><svg .*<\/svg>You must select an image to upload\./,
  )
  const removed = await post('/account/avatar/removal', { cookie: player.cookie, form: {} })
  expect(await messageAfter(removed, player)).toEqual(['Profile picture removed.', '/account'])
  expect((await rowOf(player.id)).avatar).toBeNull()
})

test('an invalid or oversized picture is refused with a message and changes nothing', async () => {
  const player = await signedIn()
  await upload(player, face)
  const { avatar } = await rowOf(player.id)
  const twoMegabytes = Buffer.concat([face, Buffer.alloc((2 << 20) - face.length)])
  const cases: [Uint8Array, number, string, object?][] = [
    [Buffer.from('plain text'), 415, 'That is not a picture we can read.', { name: 'photo.png', type: 'image/png' }],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415, 'That is not a picture', { type: 'image/svg+xml' }],
    [face.subarray(0, face.length - 200), 422, 'That picture is damaged'],
    [Buffer.concat([twoMegabytes, Buffer.alloc(1)]), 413, 'That picture is larger than 2 MB.'],
    [Buffer.concat([twoMegabytes, Buffer.alloc(1 << 20)]), 413, 'That picture is larger than 2 MB.'],
    [Buffer.alloc(0), 400, 'You must select an image to upload.'],
    [face, 400, 'You must select an image to upload.', { field: 'avatar' }],
  ] // prettier-ignore
  for (const [content, status, words, file] of cases) {
    const answer = await upload(player, content, {}, file)
    expect([answer.status, messageOf(answer)]).toEqual([status, expect.stringContaining(words)])
  }
  expect((await upload(player, twoMegabytes)).status).toBe(200)
  expect((await rowOf(player.id)).avatar).not.toBe(avatar)
})

test('a malformed body is refused without an error', async () => {
  const player = await signedIn()
  const bodies: [string, string | Buffer][] = [
    ['application/json', '{"picture":"x"}'],
    ['multipart/form-data', 'no boundary'],
    [
      'multipart/form-data; boundary=bound',
      '--bound\r\nContent-Disposition: form-data; name="picture"\r\n\r\ntext\r\n--bound--',
    ],
    ['multipart/form-data; boundary=bound', '--bound\r\nContent-Disposition: form-data; name="picture"; filename="a'],
    ['application/x-www-form-urlencoded', 'picture=x'],
    ['image/jpeg', face],
    ['text/plain', ''],
  ]
  for (const [type, body] of bodies) {
    const { status } = await post('/account/avatar', {
      cookie: player.cookie,
      as: 'script',
      body,
      headers: { 'content-type': type },
    })
    expect([type, status]).toEqual([type, 400])
    for (const at of ['profile', 'password', 'delete'].map((name) => `/account/${name}`)) {
      const answer = await post(at, { cookie: player.cookie, body, headers: { 'content-type': type } })
      expect([at, type, answer.status]).toEqual([at, type, 400])
    }
  }
  expect((await rowOf(player.id)).username).toBe(player.username)
})

test('a body of more than 4 MB is not read', async () => {
  const player = await signedIn()
  const answer = await upload(player, Buffer.alloc(5 << 20)).catch(() => ({ status: 413 }))
  expect(answer.status).toBe(413)
  expect((await rowOf(player.id)).avatar).toBeNull()
})

test('the eleventh upload in five minutes is refused', async () => {
  const player = await signedIn()
  const statuses: number[] = []
  for (let n = 0; n < 11; n++) {
    const { status, headers } = await upload(player, Buffer.from('no picture'), { address: '10.8.8.8' })
    statuses.push(status)
    if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 415), 429])
})

test('the thirty-first upload in a day is refused', async () => {
  const player = await signedIn()
  const now = performance.now.bind(performance)
  let later = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
  const statuses: number[] = []
  try {
    for (let n = 0; n < 31; n++) {
      // Ten uploads in five minutes is another limit.
      if (n > 0 && n % 10 === 0) later += 301_000
      const { status, headers } = await upload(player, Buffer.from('no picture'), { address: '10.8.8.9' })
      statuses.push(status)
      if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(80_000)
    }
  } finally {
    clock.mockRestore()
  }
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 415), 429])
})

test.each([
  '/files/',
  '/files/profile_pictures',
  '/files/profile_pictures/',
  '/files/profile_pictures/none/none.webp',
  '/files/profile_pictures/none/none.html',
  '/files/profile_pictures/..%2f..%2fauth-secret.webp',
  '/files/%2e%2e/%2e%2e/etc/passwd',
  '/files//etc/passwd',
])('%s is not found', async (at) => {
  const { status, headers } = await send(at)
  expect(status).toBe(404)
  expect(headers['cache-control']).not.toContain('immutable')
})

test('a stored file that is not a picture is not served', async () => {
  await storage().put('profile_pictures/x/page.html', Buffer.from('<script>'), 'text/html')
  expect((await send('/files/profile_pictures/x/page.html')).status).toBe(404)
})

// Data export and account deletion

test('a player downloads their own data as a file', async () => {
  const [player, other] = [await withPassword(await signedIn()), await signedIn()]
  const { status, headers, text } = await send('/account/data', { cookie: player.cookie })
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename="playhall-data-\d{4}-\d\d-\d\d\.json"$/),
  })
  expect(JSON.parse(text)).toMatchObject({ profile: { email: player.email }, signInMethods: [{ method: 'password' }] })
  for (const words of [other.id, 'argon2', 'token']) expect(text).not.toContain(words)
})

test('deleting an account requires name and password and ends every session', async () => {
  const player = await withPassword(await signedIn({ username: 'Leaving_One' }))
  const elsewhere = await signIn(player)
  const avatar = JSON.parse((await upload(player, face)).text).avatar as string
  const leave = (form: Record<string, string>) => post('/account/delete', { cookie: player.cookie, form })
  for (const [form, words] of [
    [{ username: '', current: PASSWORD }, 'Please type your username'],
    [{ username: 'Somebody', current: PASSWORD }, 'That is not your username'],
    [{ username: 'leaving_one', current: 'wrong' }, 'That is not your current password'],
    [{ username: 'leaving_one' }, 'That is not your current password'],
  ] as const) {
    const { status, text } = await leave({ ...form })
    expect([status, text.includes(words)], words).toEqual([400, true])
  }
  expect(await rowOf(player.id)).toBeDefined()

  const { status, headers } = await leave({ username: 'leaving_one', current: PASSWORD })
  expect([status, headers.location]).toEqual([303, '/account/deleted'])
  expect(headers['set-cookie']?.[0]).toMatch(/^playhall_session=; Max-Age=0/)
  expect(await rowOf(player.id)).toBeUndefined()
  await expect.poll(async () => (await send(avatar)).status).toBe(404)
  for (const cookie of [player.cookie, elsewhere.cookie]) expect((await send('/account', { cookie })).status).toBe(302)
  expect((await send('/account/deleted')).text).toContain('Your account is deleted')
})

test('a player without a password deletes the account by name only', async () => {
  const player = await signedIn()
  const { status } = await post('/account/delete', { cookie: player.cookie, form: { username: player.username } })
  expect(status).toBe(303)
  expect(await rowOf(player.id)).toBeUndefined()
})

test('none of these requests logged an error', () => {
  expect(logged).toEqual([])
})
