import { and, eq, gt, sql } from 'drizzle-orm'
import { href } from 'react-router'
import { backgroundDatabase, database } from '../db/connection.server.ts'
import { preparedIn } from '../db/query.server.ts'
import { players } from '../db/schema/accounts.server.ts'
import { config } from '../server/process/config.server.ts'
import { type Job, NO_DATA, sqlOf } from '../server/jobs/jobs.server.ts'
import { sendMail } from '../server/mail/mail.server.ts'
import {
  NOTIFICATION_COLUMNS,
  NOTIFICATION_TABLES,
  shownOf,
  type NotificationRow,
} from './list-notifications.server.ts'
import { mailEndToken } from './mail-end-token.server.ts'
import { notificationsMail } from './mails/news-mail.server.ts'
import { describeNotification } from './notification-rules.ts'

/** The number of notifications listed in an email. */
const LINES = 5
const BATCH = 200

/**
 * Emails unread notifications to players who subscribed (docs/product.md#notification-mail). Runs hourly, because two
 * emails to a player must be at least 24 hours apart. In a daily run, a player whose last email went out seconds too
 * late would get one only every other day.
 */
export const mailingNotifications: Job = {
  queue: {
    name: 'mail-news',
    data: NO_DATA,
    retries: { limit: 3, firstAfterS: 60, atMostS: 600 },
    expiresAfterS: 3000,
    isSingleton: true,
    schedule: '7 * * * *',
  },
  async work(_, { signal }) {
    await mailNotifications(signal)
  },
}

/**
 * Emails all players who are due, and returns how many. Queues and records each email in a separate transaction, so
 * that after an interruption the next run continues and no player gets an email twice.
 */
export async function mailNotifications(signal?: AbortSignal): Promise<number> {
  let mailed = 0
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await backgroundDatabase()
      .select({ id: players.id })
      .from(players)
      .where(and(gt(players.id, last), IS_DUE))
      .orderBy(players.id)
      .limit(BATCH)
    for (const { id } of rows) {
      if (signal?.aborted) return mailed
      if (await mailNotificationsTo(id)) mailed++
      last = id
    }
    if (rows.length < BATCH) return mailed
  }
}

/**
 * Queues an email to a player and records it in one transaction. Returns false if the player is no longer due, or if
 * another node is processing the player.
 */
async function mailNotificationsTo(playerId: string): Promise<boolean> {
  return database().transaction(async (tx) => {
    const [player] = await tx
      .select({ username: players.username, email: players.email })
      .from(players)
      .where(and(eq(players.id, playerId), IS_DUE))
      .for('no key update', { skipLocked: true })
    if (!player) return false
    const { username, email } = player
    const newest = await preparedIn<NotificationRow & { count: number }>(tx, 'news-to-mail', NEWEST, [playerId, LINES])
    await tx
      .update(players)
      .set({ mailedAt: sql`now()` })
      .where(eq(players.id, playerId))

    const endPath = `${href('/notifications/mail/end')}?token=${mailEndToken(playerId)}`
    const lines = newest.map((row) => describeNotification(shownOf(row)))
    const count = newest[0]?.count ?? 0
    const mail = notificationsMail(email, { username, lines, count, path: href('/notifications'), endPath })
    const endUrl = new URL(endPath, config().siteUrl).href
    // These headers let email programs offer one-click unsubscribe (RFC 8058).
    const headers = { 'List-Unsubscribe': `<${endUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    await sendMail({ ...mail, headers }, sqlOf(tx), { isLowPriority: true })
    return true
  })
}

/** SQL: the newest unread notifications since the last email. `count` is the number of all such notifications. */
const NEWEST = `
  select ${NOTIFICATION_COLUMNS}, n.count from (
    select news.*, count(*) over ()::int as count from notifications news join players p on p.id = news.player_id
    where p.id = $1 and news.read_at is null and news.created_at > coalesce(p.mailed_at, '-infinity')
    order by news.created_at desc, news.id desc limit $2
  ) n ${NOTIFICATION_TABLES} order by n.created_at desc, n.id desc`

/**
 * SQL condition: the player subscribed, has a confirmed address, is not suspended, got the last email at least 24 hours
 * ago, and has unread notifications since then.
 */
const IS_DUE = sql`${players.wantsMail} and ${players.emailVerified}
  and coalesce(${players.mailedAt}, '-infinity') <= now() - interval '24 hours'
  and coalesce(${players.suspendedUntil}, '-infinity') <= now()
  and exists (
    select from notifications n
    where n.player_id = ${players.id} and n.read_at is null
      and n.created_at > coalesce(${players.mailedAt}, '-infinity'))`

/** Unsubscribes a player from notification emails. Idempotent. */
export async function endNotificationMails(playerId: string): Promise<void> {
  await database()
    .update(players)
    .set({ wantsMail: false })
    .where(and(eq(players.id, playerId), players.wantsMail))
}
