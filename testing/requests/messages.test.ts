import naughty from 'big-list-of-naughty-strings' with { type: 'json' }
import { asc, sql } from 'drizzle-orm'
import { decodeHTML } from 'entities'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ANSWER_MAIL, CONTACT_DONE, FEEDBACK_DONE, INBOX_DONE } from '../../app/contact/message-rules.ts'
import { database } from '../../app/db/connection.server.ts'
import { attempts } from '../../app/db/schema/accounts.server.ts'
import { messageRemarks, messages } from '../../app/db/schema/messages.server.ts'
import { auditLog } from '../../app/db/schema/operators.server.ts'
import { JOBS } from '../../app/jobs.server.ts'
import { plainLine, plainText } from '../../app/lib/plain-text.ts'
import { workOn } from '../../app/server/jobs/jobs.server.ts'
import { type BuiltPortal, startBuiltPortal, wordsOf } from '../portal/built-portal.ts'
import { startMailbox } from '../fixtures/mailbox.ts'
import { createActor } from '../fixtures/players.ts'

/** Messages to the operators and their inbox, without script; mails go through SMTP. */

const MAILBOX = 'help@playhall.example'

let portal: BuiltPortal
let mailbox: Awaited<ReturnType<typeof startMailbox>>
let operator: Awaited<ReturnType<typeof createActor>>
let player: Awaited<ReturnType<typeof createActor>>

beforeAll(async () => {
  mailbox = await startMailbox()
  portal = await startBuiltPortal({
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Playhall <hall@playhall.example>',
    CONTACT_EMAIL: MAILBOX,
  })
  operator = await createActor({ username: 'mara_v', role: 'operator' })
  player = await createActor({ username: 'jo_lee', fullName: 'Jo Lee', email: 'jo@mail.example' })
  await workOn(JOBS)
})
afterAll(async () => {
  await portal?.stop()
  await mailbox?.close()
})
beforeEach(async () => {
  await database().execute(sql`truncate messages, operator_acts restart identity cascade`)
  await database().delete(attempts)
})

const CONTACT = {
  name: 'Berit',
  email: 'Berit@Mail.example',
  category: 'technical',
  subject: 'The lamps stay dark',
  message: 'Since yesterday.\r\n\r\nOn a tablet.',
}
const FEEDBACK = { category: 'bug', message: 'The lamps stay dark' }

const get = (at: string, cookie?: string) => portal.openBrowser().get(at, cookie ? { cookie } : {})
const post = (at: string, fields: Record<string, string>, cookie?: string) =>
  portal.openBrowser().post(at, fields, cookie ? { cookie } : {})
const listed = () => database().select().from(messages).orderBy(asc(messages.id))
const flashOf = ({ headers }: Awaited<ReturnType<typeof post>>) =>
  decodeURIComponent(/playhall_note=([^;]*)/.exec(headers['set-cookie']?.join('; ') ?? '')?.[1] ?? '')
const seenIn = (text: string) => /name="seen" value="(\d+)"/.exec(text)?.[1] ?? ''
/** Decodes the quoted-printable parts of a mail. */
const readable = (raw: string) =>
  Buffer.from(
    raw.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()

/** Counts the queued mails, with a subject or all. */
async function countMails(subject = ''): Promise<number> {
  const { rows } = await database().execute<{ n: number }>(
    sql`select count(*)::int as n from jobs.job where name = 'mail' and strpos(data->>'subject', ${subject}) > 0`,
  )
  return rows[0]?.n ?? 0
}

/** Inserts a message, bypassing the form. */
async function createMessage(values: Partial<typeof messages.$inferInsert> = {}) {
  const [row] = await database()
    .insert(messages)
    .values({
      kind: 'contact',
      category: 'general',
      content: 'Hello',
      dueAt: new Date(Date.now() + 3_600_000),
      ...values,
    })
    .returning()
  return row as typeof messages.$inferSelect
}

test('a message is stored as typed, mailed to the operators, and due according to its topic', async () => {
  const mail = mailbox.next(MAILBOX)
  const before = Date.now()
  const answer = await post('/contact', CONTACT)
  expect([answer.status, answer.headers.location, flashOf(answer)]).toEqual([303, '/contact', CONTACT_DONE])
  const [row] = await listed()
  expect(row).toMatchObject({
    kind: 'contact',
    category: 'technical',
    playerId: null,
    name: 'Berit',
    email: 'berit@mail.example',
    subject: 'The lamps stay dark',
    content: 'Since yesterday.\n\nOn a tablet.',
    rating: null,
    state: 'new',
    settledAt: null,
  })
  expect(Math.round((row!.dueAt.getTime() - before) / 3_600_000)).toBe(12)
  const { raw, subject } = await mail
  expect(subject).toBe('Technical support: The lamps stay dark')
  expect(raw).toMatch(/^From: Playhall <hall@playhall.example>\r$/m)
  expect(raw).toMatch(/^Reply-To: Berit <berit@mail.example>\r$/m)
  for (const words of ['> Since yesterday.\r\n> \r\n> On a tablet.', `http://playhall.example/admin/inbox/${row!.id}`])
    expect(readable(raw)).toContain(words)
})

test.each([
  ['general', 24],
  ['report', 6],
  ['partnership', 24],
])('a message about %s is due within %i hours', async (category, hours) => {
  await post('/contact', { ...CONTACT, category })
  const [row] = await listed()
  expect((row!.dueAt.getTime() - row!.createdAt.getTime()) / 3_600_000).toBe(hours)
})

test('feedback requires only a type and a message, and accepts a rating', async () => {
  expect(flashOf(await post('/feedback', FEEDBACK))).toBe(FEEDBACK_DONE)
  await post('/feedback', { ...FEEDBACK, message: 'More lamps', rating: '5', name: 'Ada', email: 'ada@mail.example' })
  expect(await listed()).toMatchObject([
    { kind: 'feedback', category: 'bug', name: '', email: '', subject: '', rating: null },
    { content: 'More lamps', rating: 5, name: 'Ada', email: 'ada@mail.example' },
  ])
})

test('a refused message shows each error next to its field, preserves the input and stores nothing', async () => {
  const none = await post('/contact', { name: ' ', email: 'x', category: 'lamps', subject: '', message: ' \n ' })
  expect(none.status).toBe(400)
  for (const said of [
    'Name is required',
    'Please enter a valid email address',
    'Please choose a category',
    'Subject is required',
    'Message is required',
  ])
    expect(wordsOf(none)).toContain(said)
  const long = await post('/contact', { ...CONTACT, message: 'x'.repeat(5001) })
  expect([long.status, wordsOf(long)]).toEqual([
    400,
    expect.stringContaining('Message must be at most 5,000 characters'),
  ])
  expect(long.text).toContain('value="The lamps stay dark"')
  expect(long.text).toMatch(/<option value="technical" selected[^>]*>/)
  const feedback = await post('/feedback', { category: 'general-feedback', message: '', rating: '6', email: 'x' })
  expect(feedback.status).toBe(400)
  for (const said of ['Please choose a category', 'Please choose a rating from the list', 'Message is required'])
    expect(wordsOf(feedback)).toContain(said)
  expect((await post('/contact', { ...CONTACT, message: 'ж'.repeat(60_000) })).status).toBe(413)
  expect(await listed()).toEqual([])
})

test('the longest message of four-byte characters fits', async () => {
  const message = '😀'.repeat(5000)
  expect((await post('/contact', { ...CONTACT, message })).status).toBe(303)
  expect(await listed()).toMatchObject([{ content: message }])
})

test('the form contains a player’s name and address, the message belongs to them, and no other page shows them', async () => {
  for (const at of ['/contact', '/feedback']) {
    const own = await get(at, player.cookie)
    expect(own.text).toContain('value="Jo Lee"')
    expect(own.text).toContain('value="jo@mail.example"')
    expect((await get(at)).text).not.toContain('jo@mail.example')
    const nameless = await createActor()
    expect((await get(at, nameless.cookie)).text).toContain(`value="${nameless.username}"`)
  }
  const wrong = await post('/contact', { ...CONTACT, name: 'Somebody', email: '' }, player.cookie)
  expect(wrong.text).toContain('value="Somebody"')
  expect(wrong.text).not.toContain('value="jo@mail.example"')
  await post('/contact', CONTACT, player.cookie)
  expect(await listed()).toMatchObject([{ playerId: player.id, name: 'Berit' }])
})

test('a bot that fills in the hidden field gets the usual response, and nothing is stored', async () => {
  const answer = await post('/contact', { ...CONTACT, homepage: 'https://lamps.example' })
  expect([answer.status, flashOf(answer)]).toEqual([303, CONTACT_DONE])
  const feedback = await post('/feedback', { ...FEEDBACK, homepage: 'x' })
  expect([feedback.status, flashOf(feedback)]).toEqual([303, FEEDBACK_DONE])
  expect(await listed()).toEqual([])
  expect(portal.logged.filter((line) => line.includes('Dropped a message from a robot'))).toHaveLength(2)
})

test('a message that is sent again after a lost response is stored and mailed once', async () => {
  const given = { ...CONTACT, subject: 'Sent three times' }
  const answers = await Promise.all([1, 2, 3].map(() => post('/contact', given)))
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
  expect(await listed()).toHaveLength(1)
  expect(await countMails('Sent three times')).toBe(1)
})

test('an address or a player can write five times an hour, and then learns when to try again', async () => {
  const browser = portal.openBrowser()
  for (let at = 0; at < 5; at++)
    expect((await browser.post('/feedback', { ...FEEDBACK, message: `Lamp ${at}` })).status).toBe(303)
  const refused = await browser.post('/contact', CONTACT)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.stringMatching(/^3[56]\d\d$/)])
  expect(wordsOf(refused)).toMatch(/You can write to us again in \d+ minutes/)
  expect(refused.text).toContain('value="The lamps stay dark"')
  for (let at = 0; at < 6; at++) {
    const answer = await post('/feedback', { ...FEEDBACK, message: `Door ${at}` }, player.cookie)
    expect(answer.status, String(at)).toBe(at < 5 ? 303 : 429)
  }
  expect(await listed()).toHaveLength(10)
})

test('no input can inject a mail header', async () => {
  const wicked = 'Eve"<eve@evil.example>,\r\nBcc: eve@evil.example\r\n\r\nx'
  await post('/contact', { ...CONTACT, name: wicked, subject: wicked })
  const find = () => mailbox.mails.find(({ subject }) => subject.includes('Eve'))
  await expect.poll(find).toBeDefined()
  const { raw = '' } = find() ?? {}
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
  expect(head).not.toMatch(/^Bcc:/im)
  expect(head).toMatch(/^To: help@playhall.example\r$/m)
  expect(head).toMatch(/^Reply-To: "Eve\\"<eve@evil.example>, Bcc: eve@evil.example x"\s+<berit@mail.example>\r?$/m)
  const to = { ...CONTACT, email: 'a@mail.example\r\nBcc: eve@evil.example' }
  expect((await post('/contact', to)).status).toBe(400)
  expect((await post('/contact', { ...CONTACT, email: 'a@mail.example,eve@evil.example' })).status).toBe(400)
})

test('visitors and players cannot tell that the inbox exists', async () => {
  const { id } = await createMessage()
  for (const cookie of [undefined, player.cookie]) {
    for (const at of ['', `/${id}`]) expect((await get(`/admin/inbox${at}`, cookie)).status, at).toBe(404)
    for (const intent of ['answer', 'note', 'close', 'reopen'])
      expect((await post(`/admin/inbox/${id}`, { intent, answer: 'x', note: 'x' }, cookie)).status, intent).toBe(404)
  }
  expect(await listed()).toMatchObject([{ state: 'new' }])
})

test('an operator’s reply is mailed to the sender with the message quoted, and replies go to the operators', async () => {
  const { id } = await createMessage({
    name: 'Ada',
    email: 'ada@mail.example',
    subject: 'Lamps',
    content: 'Where are they?\nI looked.',
    playerId: player.id,
  })
  const page = await get(`/admin/inbox/${id}`, operator.cookie)
  expect(wordsOf(page)).toMatch(/Ada · ada@mail.example @jo_lee .*Where are they\?/)
  const mail = mailbox.next('ada@mail.example')
  const empty = await post(
    `/admin/inbox/${id}`,
    { intent: 'answer', seen: seenIn(page.text), answer: ' ' },
    operator.cookie,
  )
  expect([empty.status, wordsOf(empty)]).toEqual([400, expect.stringContaining('Please write a reply')])
  const given = { intent: 'answer', seen: seenIn(page.text), answer: 'In the attic.\n\nBeside <b>door</b> nine.' }
  const answer = await post(`/admin/inbox/${id}`, given, operator.cookie)
  expect([answer.status, answer.headers.location]).toEqual([303, `/admin/inbox/${id}`])
  expect(flashOf(answer)).toBe(INBOX_DONE.answered)
  const { raw, subject } = await mail
  expect(subject).toBe('Re: Lamps')
  expect(raw).toMatch(/^Reply-To: Playhall <help@playhall.example>\r$/m)
  const text = readable(raw)
  for (const words of ['A reply from', 'In the attic.', '> Where are they?\r\n> I looked.', 'Beside &lt;b&gt;door'])
    expect(text).toContain(words)
  const after = wordsOf(await get(`/admin/inbox/${id}`, operator.cookie))
  expect(decodeHTML(after)).toMatch(/Answered .*Reply by mara_v .*Beside <b>door<\/b> nine\./)
  expect(await listed()).toMatchObject([{ state: 'answered', settledAt: expect.any(Date) }])
  await expect
    .poll(async () => wordsOf(await get(`/admin/inbox/${id}`, operator.cookie)))
    .toMatch(new RegExp(`Reply by mara_v .*${ANSWER_MAIL.sent}`))
  expect(wordsOf(await get('/admin/acts', operator.cookie))).toContain(`mara_v answered message ${id}`)
})

test('a permanently refused reply is reported, and its message is new and due again', async () => {
  mailbox.refused.set('gone@mail.example', 'No such mailbox')
  const { id } = await createMessage({ email: 'gone@mail.example' })
  await post(`/admin/inbox/${id}`, { intent: 'answer', seen: '0', answer: 'In the attic.' }, operator.cookie)
  await expect
    .poll(async () => decodeHTML(wordsOf(await get(`/admin/inbox/${id}`, operator.cookie))))
    .toMatch(new RegExp(`In the attic\\. ${ANSWER_MAIL.failed}: .*550 No such mailbox`))
  const [message] = await listed()
  expect(message).toMatchObject({ state: 'new', settledAt: null })
  expect(message!.dueAt.getTime()).toBeLessThanOrEqual(Date.now())
})

test('a message without an address, or a closed one, cannot be answered; notes are never mailed', async () => {
  const nameless = await createMessage({ kind: 'feedback', category: 'bug' })
  const at = `/admin/inbox/${nameless.id}`
  expect(wordsOf(await get(at, operator.cookie))).toContain('left no address to reply to')
  expect((await post(at, { intent: 'answer', seen: '0', answer: 'x' }, operator.cookie)).status).toBe(409)
  const sent = await countMails()
  expect((await post(at, { intent: 'note', note: 'Ask <i>Tiller</i>' }, operator.cookie)).headers.location).toBe(at)
  const page = await get(at, operator.cookie)
  expect(decodeHTML(wordsOf(page))).toMatch(/Note by mara_v .*Ask <i>Tiller<\/i>/)
  expect((await post(at, { intent: 'close', seen: seenIn(page.text) }, operator.cookie)).headers.location).toBe(at)
  const closed = await get(at, operator.cookie)
  expect((await post(at, { intent: 'close', seen: seenIn(closed.text) }, operator.cookie)).status).toBe(409)
  await post(at, { intent: 'reopen', seen: seenIn(closed.text) }, operator.cookie)
  expect(await listed()).toMatchObject([{ state: 'new', settledAt: null }])
  const { id } = await createMessage({ state: 'closed', settledAt: new Date(), email: 'ada@mail.example' })
  expect((await post(`/admin/inbox/${id}`, { intent: 'answer', seen: '0', answer: 'x' }, operator.cookie)).status).toBe(
    409,
  )
  expect(await countMails()).toBe(sent)
  const acts = await database().select().from(auditLog).orderBy(asc(auditLog.id))
  expect(acts.map(({ act, onKind, onId }) => `${act} ${onKind} ${onId}`)).toEqual([
    'noted message 1',
    'closed message 1',
    'reopened message 1',
  ])
})

test('the second of two operators learns what the first did, and no reply is sent; a note is still saved', async () => {
  const second = await createActor({ username: 'tiller', role: 'operator' })
  const { id } = await createMessage({ email: 'ada@mail.example' })
  const at = `/admin/inbox/${id}`
  const seen = seenIn((await get(at, second.cookie)).text)
  const sent = await countMails()
  expect((await post(at, { intent: 'close', seen }, operator.cookie)).status).toBe(303)
  const late = await post(at, { intent: 'answer', seen, answer: 'In the attic' }, second.cookie)
  // The page shows the current state, which accepts no reply.
  expect([late.status, wordsOf(late)]).toEqual([409, expect.stringMatching(/mara_v has changed this: closed.*Closed/)])
  const now = seenIn((await get(at, second.cookie)).text)
  const both = [operator, second].map(({ cookie }) => post(at, { intent: 'reopen', seen: now }, cookie))
  const answers = await Promise.all(both)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 409]))
  const told = answers.find(({ status }) => status === 409)
  expect(told && wordsOf(told)).toContain('New')
  expect(await countMails()).toBe(sent)
  expect((await post(at, { intent: 'note', note: 'I was late' }, second.cookie)).status).toBe(303)
  expect(await database().select().from(messageRemarks)).toMatchObject([{ kind: 'note', operatorName: 'tiller' }])
})

test('the inbox shows one state by due date, and can be filtered, searched and paged', async () => {
  const hour = 3_600_000
  const at = (hours: number) => new Date(Date.now() + hours * hour)
  await createMessage({ subject: 'Later', dueAt: at(9), email: '50%_off@mail.example' })
  await createMessage({ subject: 'Late', dueAt: at(-2), category: 'report' })
  await createMessage({ kind: 'feedback', category: 'general', content: 'Sooner or not', dueAt: at(1) })
  await createMessage({ subject: 'Done', state: 'answered', settledAt: at(-1), dueAt: at(-1) })
  const asked = async (query: string) => wordsOf(await get(`/admin/inbox${query}`, operator.cookie))
  expect(await asked('')).toMatch(/New 3 Answered.*Overdue since .* Late .*Due .* Sooner or not .*Due .* Later/)
  expect(await asked('')).not.toContain('Done')
  expect(await asked('?list=answered')).toContain('Done')
  expect(await asked('?list=all')).toMatch(/Later .*Sooner or not .*Done .*Late /)
  expect(await asked('?about=contact.report')).not.toContain('Later')
  expect(await asked('?about=feedback')).toMatch(/Sooner/)
  expect(await asked('?search=sOONer')).toContain('Sooner or not')
  expect(await asked('?search=50%25_o')).toContain('Later')
  expect(await asked('?search=5%25_o')).toMatch(/No messages found No message here contains “5%_o”/)
  expect(await asked('?about=constructor&list=x&after=y')).toContain('Sooner or not')
  for (let count = 0; count < 60; count++) await createMessage({ subject: `Lamp ${count}.`, dueAt: at(10) })
  let [query, found] = ['?', '']
  for (let page = 0; page < 3; page++) {
    const { text } = await get(`/admin/inbox${query}`, operator.cookie)
    found += text
    query = decodeHTML(/href="\/admin\/inbox(\?after=[^"]*)"/.exec(text)?.[1] ?? '')
  }
  for (let count = 0; count < 60; count++) expect(found.split(`>Lamp ${count}.<`), String(count)).toHaveLength(2)
  expect(query).toBe('')
})

test('the inbox shows the number of new messages', async () => {
  expect((await get('/admin/inbox', operator.cookie)).text).not.toContain('<span class="chip">')
  await createMessage()
  await createMessage({ state: 'closed', settledAt: new Date() })
  expect((await get('/admin/inbox', operator.cookie)).text).toContain('<span class="chip">1</span>')
})

test('a missing message has its own not-found page', async () => {
  for (const id of ['999', '0', 'x', '99999999999']) {
    const answer = await get(`/admin/inbox/${id}`, operator.cookie)
    expect([answer.status, wordsOf(answer)], id).toEqual([404, expect.stringContaining('Message not found')])
    expect(
      (await post(`/admin/inbox/${id}`, { intent: 'note', note: 'x' }, operator.cookie)).status,
      id,
    ).toBeGreaterThanOrEqual(404)
  }
})

const HOSTILE = naughty.filter((text) => plainLine(text) !== '' && Array.from(plainLine(text)).length <= 100)

test('hostile input is stored as typed', async () => {
  // All of it is sent by `npm run attack -- strings`.
  for (const text of HOSTILE.filter((_, at) => process.env.TEST_ALL || at % 8 === 0)) {
    await database().delete(attempts)
    const typed = text.toWellFormed()
    expect((await post('/contact', { ...CONTACT, name: typed, subject: typed, message: typed })).status, text).toBe(303)
    const [name, content] = [plainLine(text), plainText(text)]
    expect((await listed()).at(-1)).toMatchObject({ name, subject: name, content })
  }
})

test('hostile input is shown to operators as typed, and runs nothing', async () => {
  for (let at = 0; at < HOSTILE.length; at += 30) {
    await database().execute(sql`truncate messages restart identity cascade`)
    const shown = HOSTILE.slice(at, at + 30)
    for (const text of shown) {
      const name = plainLine(text)
      await createMessage({ name, subject: name, email: 'berit@mail.example', content: plainText(text) })
    }
    const { text: page } = await get('/admin/inbox', operator.cookie)
    for (const text of shown) {
      expect(decodeHTML(page), text).toContain(plainLine(text))
      if (/<[a-z!/?]/i.test(text) && text.length > 8) expect(page.includes(text), text).toBe(false)
    }
    const first = await get('/admin/inbox/1', operator.cookie)
    expect(decodeHTML(first.text)).toContain(plainText(shown[0] ?? ''))
  }
})

test('pages show the configured address', async () => {
  for (const at of ['/contact', '/games']) {
    const { text } = await get(at)
    expect(text, at).toContain(`href="mailto:${MAILBOX}"`)
  }
})
