import { eq, sql } from 'drizzle-orm'
import naughty from 'big-list-of-naughty-strings' with { type: 'json' }
import { decodeHTML } from 'entities'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '../../app/db/connection.server.ts'
import { attempts } from '../../app/db/schema/accounts.server.ts'
import { blocklist, posts, reports } from '../../app/db/schema/community.server.ts'
import { plainLine } from '../../app/lib/plain-text.ts'
import { type BuiltPortal, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { createPlayer, type PlayerRow, signIn } from '../fixtures/players.ts'
import { createPost } from '../fixtures/posts.ts'

/** Reports and the operators' pages for decisions, without script. */

let portal: BuiltPortal
let author: PlayerRow
let operator: string
let reporter: string

beforeAll(async () => {
  portal = await startBuiltPortal()
  author = await createPlayer({ username: 'tiller' })
  operator = await cookieOf({ username: 'mara_v', role: 'operator' })
  reporter = await cookieOf({})
})
afterAll(() => portal?.stop())
beforeEach(async () => {
  await database().execute(sql`truncate posts, reports, operator_acts restart identity cascade`)
  await database().delete(attempts)
})

async function cookieOf(values: Parameters<typeof createPlayer>[0]): Promise<string> {
  const { cookie } = await signIn(await createPlayer(values))
  // The first page of the day records the visit.
  await portal.openBrowser().get('/', { cookie })
  return cookie
}

const get = (at: string, cookie?: string) => portal.openBrowser().get(at, cookie ? { cookie } : {})
const post = (at: string, fields: Record<string, string>, cookie: string) =>
  portal.openBrowser().post(at, fields, { cookie })
/** The page that a form without script redirects to, which shows the result once. */
const follow = ({ headers }: Awaited<ReturnType<typeof post>>, cookie: string) => {
  const note = headers['set-cookie']?.map((one) => one.split(';')[0]).join('; ')
  return get(headers.location ?? '', `${cookie}; ${note}`)
}
const decisionAt = (id: number) => `/admin/moderation/decision?kind=post&id=${id}`
/** The hidden fields of the form that approves or restores. */
const shownIn = (text: string) => ({
  seen: seenIn(text),
  version: /name="version" value="(\w+)"/.exec(text)?.[1] ?? '',
})
const seenIn = (text: string) => /name="seen" value="(\d+)"/.exec(text)?.[1] ?? ''

test('a player opens the report form, sends it once and is thanked; a visitor is asked to sign in first', async () => {
  const { id } = await createPost({ playerId: author.id, title: 'Lamps & <b>more</b>' })
  const at = `/reports/new?kind=post&id=${id}`
  expect((await get(at)).headers.location).toBe(`/login?next=${encodeURIComponent(at)}`)
  const page = await portal
    .openBrowser()
    .get(at, { cookie: reporter, referer: `http://playhall.example/community/${id}` })
  expect(decodeHTML(wordsOf(page))).toContain('Report the post “Lamps & <b>more</b>”')
  expect(page.text).toContain(`name="back" value="/community/${id}"`)
  const thanked = await post(at, { reason: 'other', words: 'It sells lamps', back: `/community/${id}` }, reporter)
  expect([thanked.status, wordsOf(thanked)]).toEqual([
    200,
    expect.stringContaining('Thank you. An operator will review it'),
  ])
  expect(thanked.text).toContain(`href="/community/${id}"`)
  const again = await post(at, { reason: 'spam' }, reporter)
  expect([again.status, wordsOf(again)]).toEqual([409, expect.stringContaining('You have already reported this')])
  expect(wordsOf(await get(at, reporter))).toContain('You have already reported this')
  expect(await database().select().from(reports)).toMatchObject([
    { reason: 'other', words: 'It sells lamps', decision: null },
  ])
})

test('own and missing content cannot be reported, and errors are shown next to their fields', async () => {
  const { id } = await createPost({ playerId: author.id })
  const at = `/reports/new?kind=post&id=${id}`
  const own = (await signIn(author)).cookie
  expect(wordsOf(await get(at, own))).toContain('You cannot report your own content')
  expect((await post(at, { reason: 'spam' }, own)).status).toBe(403)
  for (const none of ['kind=post&id=999', 'kind=post&id=x', 'kind=planet&id=1', 'kind=picture&id=/files/../x', ''])
    expect((await get(`/reports/new?${none}`, reporter)).status, none).toBe(404)
  const wrong = await post(at, { reason: 'other', words: ' ' }, reporter)
  expect([wrong.status, wordsOf(wrong)]).toEqual([400, expect.stringContaining('Please describe what is wrong')])
  expect(wrong.text).toMatch(/value="other"[^>]*checked|checked[^>]*value="other"/)
  const astray = await post(at, { reason: 'spam', back: '//evil.example' }, reporter)
  expect(astray.text).not.toContain('evil.example')
})

test('a player or an address can report ten times an hour, and then learns when to try again', async () => {
  const ids: number[] = []
  for (let at = 0; at < 12; at++) ids.push((await createPost({ playerId: author.id })).id)
  const eager = await cookieOf({})
  for (const id of ids.slice(0, 10))
    expect((await post(`/reports/new?kind=post&id=${id}`, { reason: 'spam' }, eager)).status).toBe(200)
  const refused = await post(`/reports/new?kind=post&id=${ids[10]}`, { reason: 'abuse', words: 'kept' }, eager)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.stringMatching(/^3[56]\d\d$/)])
  expect(wordsOf(refused)).toMatch(/You can report something again in \d+ minutes/)
  expect(refused.text).toContain('kept')

  const browser = portal.openBrowser()
  for (const [at, id] of ids.slice(0, 11).entries()) {
    const { cookie } = await signIn(await createPlayer())
    const answer = await browser.post(`/reports/new?kind=post&id=${id}`, { reason: 'spam' }, { cookie })
    expect(answer.status, String(at)).toBe(at < 10 ? 200 : 429)
  }
})

test('an operator sees pending content and approves it, and queue and menu count are updated', async () => {
  const link = { redirectUrl: 'https://example.com/', redirectTitle: 'A map' }
  const values = { title: 'All nine doors', tags: ['racing', 'retro'], ...link }
  const { id } = await createPost({ playerId: author.id, state: 'held', stateWhy: 'first', ...values })
  const queue = await get('/admin/moderation', operator)
  expect(queue.text).toMatch(/Moderation<\/span><span class="console-count">1\b/)
  for (const words of ['All nine doors', 'Link title: A map', 'Tags: racing, retro'])
    expect(wordsOf(queue)).toContain(words)
  expect(wordsOf(queue)).toContain('Pending: first link or picture of a new account')
  expect((await get(`/community/${id}`)).status).toBe(404)
  const answer = await post(decisionAt(id), { intent: 'approve', ...shownIn(queue.text) }, operator)
  expect([answer.status, answer.headers.location]).toEqual([303, '/admin/moderation'])
  const after = await follow(answer, operator)
  expect(wordsOf(after)).toMatch(/Approved\. It is public, and its reports are closed.*Nothing to review/)
  // Visitors see it as soon as the purge of the cached "not found" has come back from the database.
  await expect.poll(async () => wordsOf(await get(`/community/${id}`))).toContain('All nine doors')
  expect(wordsOf(await get('/admin/acts', operator))).toMatch(/mara_v approved post \d+/)
})

test('a removal requires a reason, leaves the post visible to its author only, and can be undone', async () => {
  const { id } = await createPost({ playerId: author.id, title: 'All nine doors' })
  const own = (await signIn(author)).cookie
  expect((await get(`/community/${id}`)).status).toBe(200)
  const at = decisionAt(id)
  const without = await post(at, { intent: 'remove', seen: '0', why: ' ' }, operator)
  expect([without.status, wordsOf(without)]).toEqual([400, expect.stringContaining('Please give a reason')])
  expect((await post(at, { intent: 'remove', seen: '0', why: 'Sells <i>lamps</i>' }, operator)).headers.location).toBe(
    '/admin/moderation',
  )
  await expect.poll(async () => (await get(`/community/${id}`)).status).toBe(404)
  expect(decodeHTML(wordsOf(await get(`/community/${id}`, own)))).toContain('Sells <i>lamps</i>')
  const removed = await get('/admin/moderation/removed', operator)
  expect(wordsOf(removed)).toContain('By mara_v')
  expect(removed.text).not.toContain('<i>lamps')
  const back = await post(at, { intent: 'restore', ...shownIn(removed.text) }, operator)
  expect(back.headers.location).toBe('/admin/moderation/removed')
  await expect.poll(async () => (await get(`/community/${id}`)).status).toBe(200)
})

test('a pending post that is edited while the form is open is not approved; the response shows the new text', async () => {
  const { id } = await createPost({ playerId: author.id, state: 'held', stateWhy: 'first', title: 'All nine doors' })
  const given = shownIn((await get('/admin/moderation', operator)).text)
  const own = (await signIn(author)).cookie
  const edit = { type: 'discussion', title: 'Free lamps', content: 'At https://evil.example/lamps', tags: '' }
  expect((await post(`/community/${id}/edit`, edit, own)).status).toBe(303)
  await database().update(posts).set({ state: 'held' }).where(eq(posts.id, id))
  const late = await post(decisionAt(id), { intent: 'approve', ...given }, operator)
  expect([late.status, wordsOf(late)]).toEqual([
    409,
    expect.stringContaining('This has changed since you loaded the page'),
  ])
  expect(wordsOf(late)).toContain('Free lamps')
  await expect.poll(async () => (await get(`/community/${id}`)).status).toBe(404)
  const now = await post(decisionAt(id), { intent: 'approve', ...shownIn(late.text) }, operator)
  expect(now.headers.location).toBe('/admin/moderation')
})

test('the second of two operators learns what the first decided, on a page with the current state', async () => {
  const second = await cookieOf({ username: 'jo_lee', role: 'operator' })
  const { id } = await createPost({ playerId: author.id, state: 'held', stateWhy: 'word' })
  const seen = seenIn((await get('/admin/moderation', second)).text)
  await post(decisionAt(id), { intent: 'remove', seen, why: 'Spam' }, operator)
  const late = await post(decisionAt(id), { intent: 'remove', seen, why: 'Abuse' }, second)
  expect(late.status).toBe(409)
  expect(wordsOf(late)).toMatch(/mara_v has changed this: removed.*Removed: Spam/)
  const approval = await post(decisionAt(id), { intent: 'approve', seen }, second)
  expect(approval.status).toBe(409)
  const [row] = await database().select().from(posts).where(eq(posts.id, id))
  expect([row?.state, row?.stateWhy]).toEqual(['removed', 'Spam'])
})

test('the blocklist is normalised and saved, and errors are reported', async () => {
  const page = await get('/admin/moderation/words', operator)
  const saved = await post(
    '/admin/moderation/words',
    { seen: seenIn(page.text), words: 'Darn!\r\nCheap  lamps\r\n' },
    operator,
  )
  expect(saved.headers.location).toBe('/admin/moderation/words')
  const after = await follow(saved, operator)
  expect(wordsOf(after)).toContain('Blocklist saved')
  expect(wordsOf(after)).toContain('2 words and phrases')
  expect(after.text).toContain('cheap lamps\ndarn</textarea>')
  const long = await post('/admin/moderation/words', { seen: '0', words: 'x\n'.repeat(2001) }, operator)
  expect([long.status, wordsOf(long)]).toEqual([400, expect.stringContaining('Please use at most 2,000 lines')])
  const large = await post('/admin/moderation/words', { words: 'ж'.repeat(300_000) }, operator)
  expect(large.status).toBe(413)
  expect(await database().select().from(blocklist)).toHaveLength(2)
})

test('hostile input is shown to operators as typed, and runs nothing', async () => {
  for (let at = 0; at < naughty.length; at += 60) {
    const some = naughty
      .slice(at, at + 60)
      .filter((text) => text.trim() !== '' && Array.from(plainLine(text)).length <= 500)
    await database().execute(sql`truncate posts, reports restart identity cascade`)
    for (const text of some.slice(0, 15)) {
      const { id } = await createPost({
        playerId: author.id,
        title: plainLine(text).slice(0, 200),
        content: plainLine(text) || 'x',
      })
      await database().delete(attempts)
      const given = { reason: 'other', words: text.toWellFormed() }
      const answer = await post(`/reports/new?kind=post&id=${id}`, given, reporter)
      expect([200, 400], text).toContain(answer.status)
    }
    const { text: page } = await get('/admin/moderation', operator)
    for (const text of some.slice(0, 15)) {
      const shown = plainLine(text)
      if (shown) expect(decodeHTML(page)).toContain(shown)
      if (/<[a-z!/?]/i.test(text) && text.length > 8) expect(page.includes(text)).toBe(false)
    }
  }
})
