import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/fixtures/database.ts'
import { createPlayer } from '../../testing/fixtures/players.ts'
import { createPost } from '../../testing/fixtures/posts.ts'
import { database } from '../db/connection.server.ts'
import { players } from '../db/schema/accounts.server.ts'
import { notifications } from '../db/schema/notifications.server.ts'
import { runClosers } from '../server/http/shutdown.server.ts'
import type { Mail } from '../server/mail/mail.server.ts'
import { mailEndToken, playerOfMailEnd } from './mail-end-token.server.ts'
import { endNotificationMails, mailNotifications } from './mail-notifications.server.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  Object.assign(process.env, { AUTH_SECRET: 'a secret of thirty-two characters', SITE_URL: 'http://playhall.example' })
  testDatabase = await createTestDatabase()
})
afterAll(async () => {
  await runClosers((_, error) => {
    throw error
  })
  await testDatabase.drop()
})
beforeEach(async () => {
  await database().execute(sql`update players set wants_mail = false`)
})

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR)

/** Creates a player who subscribed to emails and has this many unread notifications. */
async function createNotified(count: number, values: Partial<typeof players.$inferInsert> = {}) {
  const player = await createPlayer({ wantsMail: true, ...values })
  for (let at = 1; at <= count; at++) await notifyOf(player, `news <${at}>`, ago(1 - at / 100))
  return player
}

async function notifyOf({ id }: { id: string }, words: string, createdAt = new Date()): Promise<void> {
  await database().insert(notifications).values({ playerId: id, kind: 'decision', words, createdAt })
}

async function mailsTo(to: string): Promise<Mail[]> {
  const { rows } = await database().execute<{ data: Mail }>(
    sql`select data from jobs.job where name = 'mail' and data->>'to' = ${to} order by created_on`,
  )
  return rows.map(({ data }) => data)
}

test('a mail lists the newest five notifications, the number of others and an unsubscribe link', async () => {
  const player = await createNotified(7)
  expect(await mailNotifications()).toBe(1)
  const [mail] = await mailsTo(player.email)
  expect(mail!.subject).toBe('You have 7 new notifications at Playhall')
  expect(mail!.text).toContain('news <7>\n\nnews <6>\n\nnews <5>\n\nnews <4>\n\nnews <3>\n\nAnd 2 more notifications.')
  expect(mail!.text).toContain('http://playhall.example/notifications\n')
  expect(mail!.text).not.toContain('news <2>')
  expect(mail!.html).toContain('news &lt;7&gt;')
  const [, link = ''] = /Turn off emails: (\S+)/.exec(mail!.text) ?? []
  expect(mail!.headers).toEqual({
    'List-Unsubscribe': `<${link}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect(link).toBe(`http://playhall.example/notifications/mail/end?token=${mailEndToken(player.id)}`)
  expect(link).not.toContain(player.id)
})

test('a single notification is announced in the singular', async () => {
  const player = await createNotified(1)
  await mailNotifications()
  expect((await mailsTo(player.email))[0]!.subject).toBe('You have a new notification at Playhall')
})

test('a player is mailed at most once a day, and never twice about one notification', async () => {
  const player = await createNotified(2)
  expect(await mailNotifications()).toBe(1)
  await notifyOf(player, 'later')
  expect(await mailNotifications()).toBe(0)
  await database()
    .update(players)
    .set({ mailedAt: ago(23.9) })
    .where(eq(players.id, player.id))
  expect(await mailNotifications()).toBe(0)
  await database()
    .update(players)
    .set({ mailedAt: ago(24.1) })
    .where(eq(players.id, player.id))
  await database().execute(
    sql`update notifications set created_at = now() - interval '25 hours' where words like 'news%'`,
  )
  expect(await mailNotifications()).toBe(1)
  const second = (await mailsTo(player.email))[1]!
  expect(second.text).toContain('later')
  expect(second.text).not.toContain('news <1>')
  await database()
    .update(players)
    .set({ mailedAt: ago(24.1) })
    .where(eq(players.id, player.id))
  await database().execute(sql`update notifications set created_at = now() - interval '25 hours'`)
  expect(await mailNotifications()).toBe(0)
})

test('players who opted out, are unverified, have read everything or are suspended get no mail', async () => {
  await createNotified(1, { wantsMail: false })
  await createNotified(1, { emailVerified: false })
  await createNotified(1, { suspendedUntil: new Date(Date.now() + HOUR) })
  await createNotified(0)
  const reader = await createNotified(1)
  await database().update(notifications).set({ readAt: new Date() }).where(eq(notifications.playerId, reader.id))
  expect(await mailNotifications()).toBe(0)
})

test('an aborted run is resumed, and concurrent nodes mail each player once', async () => {
  const notified = await Promise.all(Array.from({ length: 12 }, () => createNotified(1)))
  const stop = new AbortController()
  stop.abort()
  expect(await mailNotifications(stop.signal)).toBe(0)
  const counts = await Promise.all([mailNotifications(), mailNotifications()])
  expect(counts[0] + counts[1]).toBe(12)
  for (const { email } of notified) expect(await mailsTo(email)).toHaveLength(1)
})

test('a mail that cannot be queued is not recorded as sent', async () => {
  const player = await createNotified(1)
  await database().execute(sql`alter table jobs.job add constraint no_room check (false) not valid`)
  await expect(mailNotifications()).rejects.toThrow()
  await database().execute(sql`alter table jobs.job drop constraint no_room`)
  const [row] = await database().select().from(players).where(eq(players.id, player.id))
  expect(row!.mailedAt).toBeNull()
  expect(await mailNotifications()).toBe(1)
})

test('a like has the same text as on the notifications page', async () => {
  const [player, liker] = [await createPlayer({ wantsMail: true }), await createPlayer()]
  const post = await createPost({ playerId: player.id, title: 'Past gate four' })
  await database()
    .insert(notifications)
    .values({ playerId: player.id, kind: 'like', postId: post.id, actorId: liker.id, times: 4 })
  await mailNotifications()
  expect((await mailsTo(player.email))[0]!.text).toContain(`${liker.username} and 3 others liked "Past gate four"`)
})

test('only the player’s own token unsubscribes them', async () => {
  const [player, other] = [await createNotified(1), await createNotified(1)]
  const token = mailEndToken(player.id)
  expect(playerOfMailEnd(token)).toBe(player.id)
  const forged = mailEndToken(other.id).slice(0, 22) + token.slice(22)
  for (const text of ['', 'x', forged, `${token}x`, token.slice(0, -1), token.toUpperCase()])
    expect(playerOfMailEnd(text), text).toBeNull()
  await endNotificationMails(player.id)
  expect(await mailNotifications()).toBe(1)
  expect(await mailsTo(player.email)).toEqual([])
})
