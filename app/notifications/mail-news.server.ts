import { sql } from 'drizzle-orm'
import { href } from 'react-router'
import { backgroundDatabase, database } from '../db/connection.server.ts'
import { config } from '../server/config.server.ts'
import { type Job, NO_DATA, sqlOf } from '../server/jobs.server.ts'
import { sendMail } from '../server/mail.server.ts'
import { NEWS_COLUMNS, NEWS_TABLES, newsOf, type NewsRow } from './list-news.server.ts'
import { mailEndToken } from './mail-end-token.server.ts'
import { newsMail } from './mails/news-mail.server.ts'
import { describeNews } from './news-rules.ts'

/** Lines of a mail. */
const LINES = 5
const BATCH = 200

/**
 * Mails their unread news to those who asked for it (docs/product.md, Community). Asked each hour, since who was mailed less than a day
 * ago waits: once a day at the same time, seconds would make it every other day.
 */
export const mailingNews: Job = {
  queue: {
    name: 'mail-news',
    data: NO_DATA,
    retries: { limit: 3, firstAfterS: 60, atMostS: 600 },
    expiresAfterS: 3000,
    isAlone: true,
    schedule: '7 * * * *',
  },
  async work(_, { signal }) {
    await mailNews(signal)
  },
}

/**
 * Mails everybody who is to be mailed now; gives how many. Each in a transaction of their own, which notes it: what a stop leaves undone,
 * the next run does, and nobody is mailed twice.
 */
export async function mailNews(signal?: AbortSignal): Promise<number> {
  let mailed = 0
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await backgroundDatabase().execute<{ id: string }>(
      sql`select p.id from players p where p.id > ${last}::uuid and ${IS_DUE} order by p.id limit ${BATCH}`,
    )
    for (const { id } of rows) {
      if (signal?.aborted) return mailed
      if (await mailNewsOf(id)) mailed++
      last = id
    }
    if (rows.length < BATCH) return mailed
  }
}

/** Queues the mail in the transaction that notes it. False where it is not due any more, or another node is about it. */
async function mailNewsOf(playerId: string): Promise<boolean> {
  return database().transaction(async (tx) => {
    const { rows } = await tx.execute<{ username: string; email: string; since: string | null }>(sql`
      select p.username, p.email, p.mailed_at::text as since from players p
      where p.id = ${playerId}::uuid and ${IS_DUE} for no key update skip locked`)
    const [player] = rows
    if (!player) return false
    const { username, email, since } = player
    const news = sql`notifications where player_id = ${playerId}::uuid and read_at is null
      and created_at > coalesce(${since}::timestamptz, '-infinity')`
    const { rows: newest } = await tx.execute<NewsRow>(sql`
      select ${sql.raw(NEWS_COLUMNS)} from (select * from ${news} order by created_at desc, id desc limit ${LINES}) n
      ${sql.raw(NEWS_TABLES)} order by n.created_at desc, n.id desc`)
    const { rows: counted } = await tx.execute<{ count: number }>(sql`select count(*)::int as count from ${news}`)
    await tx.execute(sql`update players set mailed_at = now() where id = ${playerId}::uuid`)

    const endPath = `${href('/notifications/mail/end')}?token=${mailEndToken(playerId)}`
    const lines = newest.map((row) => describeNews(newsOf(row)))
    const count = counted[0]?.count ?? lines.length
    const mail = newsMail(email, { username, lines, count, path: href('/notifications'), endPath })
    const endUrl = new URL(endPath, config().siteUrl).href
    // With these a mail program offers to end the mails, and does so by itself (RFC 8058).
    const headers = { 'List-Unsubscribe': `<${endUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    await sendMail({ ...mail, headers }, sqlOf(tx), { isLater: true })
    return true
  })
}

/** Of `players p`: mail was asked for, the address is theirs, the last was a day ago, and there is something to say. */
const IS_DUE = sql`p.wants_mail and p.email_verified
  and coalesce(p.mailed_at, '-infinity') <= now() - interval '24 hours' and coalesce(p.suspended_until, '-infinity') <= now()
  and exists (
    select from notifications n
    where n.player_id = p.id and n.read_at is null and n.created_at > coalesce(p.mailed_at, '-infinity'))`

/** Ends the mails of a player, however often it is asked. */
export async function endNewsMails(playerId: string): Promise<void> {
  await database().execute(sql`update players set wants_mail = false where id = ${playerId}::uuid and wants_mail`)
}
