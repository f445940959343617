import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { makeJobsDue, queues } from '../../../testing/fixtures/jobs.ts'
import { startMailbox } from '../../../testing/fixtures/mailbox.ts'
import { backgroundDatabase, database } from '../../db/connection.server.ts'
import { config } from '../process/config.server.ts'
import { runClosers } from '../http/shutdown.server.ts'
import { sqlOf } from '../jobs/jobs.server.ts'
import { openLog } from '../process/log.server.ts'
import { type Job, workOn } from '../jobs/jobs.server.ts'
import { type Mail, type MailOutcome, type MailToWrite, sendingMails, sendMail } from './mail.server.ts'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'playhall-mail-'))
const logged: string[] = []
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let mailbox: Awaited<ReturnType<typeof startMailbox>>

beforeAll(async () => {
  Object.assign(process.env, { DATA_DIR: dataDir, MAIL_FROM: 'Playhall <hall@playhall.example>' })
  openLog({ level: 'info', pretty: false, sink: { write: (line) => void logged.push(line) } })
  testDatabase = await createTestDatabase()
  mailbox = await startMailbox()
})
afterAll(async () => {
  await stopSending()
  await mailbox.close()
  await testDatabase.drop()
  rmSync(dataDir, { recursive: true })
})
beforeEach(async () => {
  config().smtp = { url: mailbox.url }
  await workOn([sendingMails(write, reportOutcome) as Job])
})

const stopSending = () =>
  runClosers((_, error) => {
    throw error
  })

let count = 0
/** The emails that `write` returns, by address. `tries` records each attempt. */
const written = new Map<string, Mail>()
const failing = new Set<string>()
const tries: [string, boolean][] = []
async function write({ to }: MailToWrite, isFirstTry: boolean): Promise<Mail | null> {
  tries.push([to, isFirstTry])
  if (failing.has(to)) throw new Error(`No room for <${to}>`)
  return written.get(to) ?? null
}

/** The reported outcomes of emails, with their addresses. */
const outcomes: [string, MailOutcome][] = []
const reportOutcome = async ({ to }: Mail, outcome: MailOutcome) => void outcomes.push([to, outcome])

const mailTo = (to = `mara${++count}@mail.example`) => ({
  to,
  subject: `Schöne Grüße ${count}`,
  text: 'Hello\n',
  html: '<p>Hello</p>',
})

async function readJobs(to: string): Promise<{ state: string; retry_count: number; wait: number }[]> {
  const { rows } = await database().execute<{ state: string; retry_count: number; wait: number }>(sql`
    select state, retry_count, extract(epoch from start_after - now())::float8 as wait
    from jobs.job where data->>'to' = ${to}`)
  return rows
}

/** Returns the names of the files in the outbox, once there are any. */
async function readOutbox(): Promise<string[]> {
  const folder = path.join(dataDir, 'outbox')
  // Skip files that are still being written.
  const list = () => (existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.part')) : [])
  await expect.poll(() => list().length).toBeGreaterThan(0)
  return list()
}

test('without a mail server a mail is written to the outbox, and its recipient and subject are logged', async () => {
  config().smtp = null
  await sendMail(mailTo('mara@mail.example'))
  const [name = ''] = await readOutbox()
  expect(name).toMatch(/^\d{4}-.*\.eml$/)
  const file = path.join(dataDir, 'outbox', name)
  const raw = readFileSync(file, 'utf8')
  for (const line of ['From: Playhall <hall@playhall.example>', 'To: mara@mail.example', 'text/plain', 'text/html'])
    expect(raw).toContain(line)
  expect(statSync(file).mode & 0o077).toBe(0)
  await expect.poll(() => logged.join('')).toContain('"to":"mara@mail.example","subject":"Schöne Grüße')
})

test('a mail in the outbox is valid, and its long link can be copied from the file', async () => {
  config().smtp = null
  const link = `https://playhall.example/reset-password?token=${'Ab3_'.repeat(30)}`
  const mail = {
    ...mailTo(),
    subject: 'Copy it',
    text: `Grüße\n${link}\n`,
    html: `<p><a href="${link}">${link}</a></p>`,
  }
  await sendMail(mail)
  await expect.poll(() => logged.join('')).toContain('"subject":"Copy it"')
  const texts = (await readOutbox()).map((name) => readFileSync(path.join(dataDir, 'outbox', name), 'utf8'))
  const raw = texts.find((text) => text.includes('Subject: Copy it'))!
  expect(raw).toContain(`\r\n${link}\r\n`)
  expect(raw).toContain(`href="${link}"`)
  expect(raw).toMatch(
    /Content-Type: multipart\/alternative;\s.*Content-Type: text\/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\nGrüße/s,
  )
})

test('a database failure is not logged as a mail failure', async () => {
  const before = logged.length
  const fault = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
  const { onFailure } = sendingMails(write, reportOutcome)
  await onFailure?.(mailTo(), new Error('Failed query', { cause: fault }), { id: '', createdAt: new Date(), isFirst: true, hasFailed: false, isLast: false, signal: new AbortController().signal }) // prettier-ignore
  expect(logged.slice(before)).toEqual([])
})

test('a queued mail is sent to the mail server', async () => {
  const mail = mailTo()
  const received = mailbox.next(mail.to)
  await sendMail(mail)
  expect(await received).toMatchObject({ subject: mail.subject, raw: expect.stringContaining('Message-ID: <') })
  await expect.poll(() => readJobs(mail.to)).toMatchObject([{ state: 'completed' }])
})

test('a mail server has five minutes to accept a mail, so that no mail is sent again while it is accepted', async () => {
  const limits = vi.spyOn(Socket.prototype, 'setTimeout')
  const mail = mailTo()
  const limit = Promise.withResolvers<number | undefined>()
  mailbox.beforeAnswer = async () => {
    mailbox.beforeAnswer = null
    const clients = (limits.mock.contexts as Socket[]).map((socket, at) => ({ socket, ms: limits.mock.calls[at]![0] }))
    limit.resolve(clients.findLast(({ socket }) => socket.remotePort === Number(new URL(mailbox.url).port))?.ms)
  }
  await sendMail(mail)
  expect(await limit.promise).toBe(300_000)
  limits.mockRestore()
})

test('a job from a crafted archive cannot attach local files or remote pages', async () => {
  const secret = path.join(dataDir, 'secret.txt')
  writeFileSync(secret, 'the secret of the machine')
  await workOn([sendingMails(write, reportOutcome) as Job])
  const mail = mailTo()
  const received = mailbox.next(mail.to)
  await sendMail({ ...mail, attachments: [{ path: secret }, { href: mailbox.url.replace('smtp', 'http') }] } as Mail)
  const { raw } = await received
  expect(raw).not.toContain('attachment')
  expect(raw).not.toContain(Buffer.from('the secret of the machine').toString('base64'))
  const named = mailTo()
  await sendMail({ ...named, text: { path: secret } } as unknown as Mail)
  await expect.poll(() => logged.join('')).toContain('Dropped a job with invalid data')
  expect(mailbox.mails.some(({ to }) => to === named.to)).toBe(false)
})

test('a mail is sent only if its transaction commits', async () => {
  const [committed, dropped] = [mailTo(), mailTo()]
  const received = mailbox.next(committed.to)
  await database().transaction((transaction) => sendMail(committed, sqlOf(transaction)))
  await database()
    .transaction(async (transaction) => {
      await sendMail(dropped, sqlOf(transaction))
      throw new Error('rolled back')
    })
    .catch(() => {})
  expect(await received).toMatchObject({ subject: committed.subject })
  expect(await readJobs(dropped.to)).toEqual([])
})

test('while the mail server is down mails are retried with growing delays, and arrive once it is back', async () => {
  await mailbox.goOffline()
  const mail = mailTo()
  const received = mailbox.next(mail.to)
  await sendMail(mail)
  await expect.poll(() => readJobs(mail.to)).toMatchObject([{ state: 'retry' }])
  expect((await readJobs(mail.to))[0]?.wait).toBeGreaterThan(5)
  await mailbox.goOnline()
  await makeJobsDue()
  expect(await received).toMatchObject({ subject: mail.subject })
  await expect.poll(() => readJobs(mail.to)).toMatchObject([{ state: 'completed', retry_count: 1 }])
})

test('a failing mail is logged at its first failure and when it is given up, without its recipient', async () => {
  const { to } = mailTo()
  failing.add(to)
  const lines = () => logged.filter((line) => line.includes('A mail (known-address)'))
  const tryAgain = async (retries: number, state: 'retry' | 'failed') => {
    await database().execute(sql`
      update jobs.job set retry_count = ${retries} where state = 'retry' and data->>'to' = ${to}`)
    await makeJobsDue()
    await expect.poll(() => readJobs(to)).toMatchObject([{ state, retry_count: retries + 1 }])
  }
  await sendMail({ kind: 'known-address', to })
  await expect.poll(() => readJobs(to)).toMatchObject([{ state: 'retry', retry_count: 0 }])
  await tryAgain(0, 'retry')
  expect(lines()).toHaveLength(1)
  expect(lines()[0]).toContain('could not be sent, and is tried again: No room for <…>"')
  // The state after the process died during the first attempt.
  await database().execute(sql`
    update jobs.job set output = '{"value":{"message":"job heartbeat timeout"}}' where data->>'to' = ${to}`)
  await tryAgain(1, 'retry')
  expect(lines()).toHaveLength(2)
  await tryAgain(79, 'failed')
  expect(lines()).toHaveLength(3)
  expect(lines()[2]).toContain('could not be sent for days, and is given up: No room for <…>"')
})

test('a permanently refused mail is given up and does not block others', async () => {
  const [refused, mail] = [mailTo(), mailTo()]
  mailbox.refused.set(refused.to, 'No such mailbox')
  await sendMail(refused)
  const received = mailbox.next(mail.to)
  await sendMail(mail)
  await received
  await expect.poll(() => readJobs(refused.to)).toMatchObject([{ state: 'completed' }])
  expect(logged.join('')).toContain('A mail was refused for good')
  expect(logged.join('')).not.toContain(refused.to)
  const ends = outcomes.filter(([to]) => [refused.to, mail.to].includes(to)).map(([, outcome]) => outcome)
  expect(ends).toEqual([
    { outcome: 'failed', reason: expect.stringContaining('550 No such mailbox') },
    { outcome: 'sent' },
  ])
})

test.each(['5.7.1 Relay access denied', '5.1.8 Sender address rejected'])(
  'a mail is retried if the server refuses the portal instead of the recipient: %s',
  async (reply) => {
    const mail = mailTo()
    mailbox.refused.set(mail.to, reply)
    await sendMail(mail)
    await expect.poll(() => readJobs(mail.to)).toMatchObject([{ state: 'retry' }])
    mailbox.refused.delete(mail.to)
    const received = mailbox.next(mail.to)
    await makeJobsDue()
    expect(await received).toMatchObject({ subject: mail.subject })
  },
)

test('mails queued while no sender ran are sent after the next start', async () => {
  await stopSending()
  const mail = mailTo()
  await sendMail(mail)
  expect(await readJobs(mail.to)).toMatchObject([{ state: 'created' }])
  const received = mailbox.next(mail.to)
  await workOn([sendingMails(write, reportOutcome) as Job])
  expect(await received).toMatchObject({ subject: mail.subject })
})

test('a mail whose sender crashed is sent by another sender', async () => {
  await stopSending()
  const mail = mailTo()
  await sendMail(mail)
  // The state after a kill -9: the job has begun and exceeded its time limit.
  await database().execute(sql`
    update jobs.job set state = 'active', started_on = now() - interval '1 hour' where data->>'to' = ${mail.to}`)
  const received = mailbox.next(mail.to)
  await workOn([sendingMails(write, reportOutcome) as Job])
  await (await queues().boss).supervise()
  await makeJobsDue()
  expect(await received).toMatchObject({ subject: mail.subject })
})

test('a mail is written when it is sent, and only its first attempt is marked as such', async () => {
  await mailbox.goOffline()
  const mail = mailTo()
  written.set(mail.to, mail)
  const received = mailbox.next(mail.to)
  await sendMail({ kind: 'reset', to: mail.to })
  await expect.poll(() => readJobs(mail.to)).toMatchObject([{ state: 'retry' }])
  await mailbox.goOnline()
  await makeJobsDue()
  expect(await received).toMatchObject({ subject: mail.subject })
  expect(tries.filter(([to]) => to === mail.to)).toEqual([
    [mail.to, true],
    [mail.to, false],
  ])
})

test('a mail without a recipient completes without being sent', async () => {
  const { to } = mailTo()
  await sendMail({ kind: 'reset', to })
  await expect.poll(() => readJobs(to)).toMatchObject([{ state: 'completed', retry_count: 0 }])
  expect(mailbox.mails.filter((mail) => mail.to === to)).toEqual([])
})

test('a mail is sent once even if the database fails during sending', async () => {
  const mail = mailTo()
  let isAway = false
  mailbox.beforeAnswer = async () => {
    mailbox.beforeAnswer = null
    isAway = true
    await breakJobs()
  }
  const queries = vi.spyOn(backgroundDatabase().$client, 'query')
  const received = mailbox.next(mail.to)
  await sendMail(mail)
  await received
  expect(isAway).toBe(true)
  // The job tries to record that the email was sent.
  const failed = () => queries.mock.settledResults.filter(({ type }) => type === 'rejected').length
  await expect.poll(failed).toBeGreaterThan(2)
  queries.mockRestore()
  await repairJobs()
  await expect.poll(() => readJobs(mail.to)).toMatchObject([{ state: 'completed' }])
  await sendAnother()
  expect(mailbox.mails.filter(({ to }) => to === mail.to)).toHaveLength(1)
})

test('a clean stop waits for the mail that is being sent', async () => {
  const mail = mailTo()
  const answer = Promise.withResolvers<void>()
  mailbox.beforeAnswer = () => answer.promise
  const begun = mailbox.next(mail.to)
  await sendMail(mail)
  await begun
  const stopping = stopSending()
  answer.resolve()
  await stopping
  mailbox.beforeAnswer = null
  expect(await readJobs(mail.to)).toMatchObject([{ state: 'completed', retry_count: 0 }])
  await workOn([sendingMails(write, reportOutcome) as Job])
  await sendAnother()
  expect(mailbox.mails.filter(({ to }) => to === mail.to)).toHaveLength(1)
})

/** Sends and awaits another email. Emails are sent one after another, so a duplicate would arrive first. */
async function sendAnother(): Promise<void> {
  const mail = mailTo()
  const received = mailbox.next(mail.to)
  await sendMail(mail)
  await received
}

/** Makes queries of the queue fail, as if its server were down. */
const breakJobs = () => database().execute(sql`alter schema jobs rename to jobs_away`)
const repairJobs = () => database().execute(sql`alter schema jobs_away rename to jobs`)
