import { lt, sql } from 'drizzle-orm'
import { backgroundDatabase } from '../db/connection.server.ts'
import { attempts, sessions, verifications } from '../db/schema/accounts.server.ts'
import { type Job, NO_DATA } from '../server/jobs.server.ts'

/**
 * Forgets each night what gives access no more: sessions that have ended, counted attempts whose time is over, sign-ins with
 * Google that nobody finished, and tokens of mails two weeks after, so that a link that has run out can say so. What is kept of a
 * player is kept for as long as it serves.
 */
export const forgettingAccess: Job = {
  queue: {
    name: 'forget-access',
    data: NO_DATA,
    retries: { limit: 3, firstAfterS: 60, atMostS: 600 },
    expiresAfterS: 600,
    isAlone: true,
    schedule: '17 3 * * *',
  },
  async work() {
    await forgetAccess()
  },
}

/** Gives how many sessions it took away. */
export async function forgetAccess(): Promise<number> {
  await backgroundDatabase()
    .delete(attempts)
    .where(lt(attempts.endsAt, sql`now()`))
  await backgroundDatabase()
    .delete(verifications)
    .where(
      lt(
        verifications.expiresAt,
        sql`now() - case when identifier like 'google:%' then 0 else 14 end * interval '1 day'`,
      ),
    )
  const { rowCount } = await backgroundDatabase()
    .delete(sessions)
    .where(lt(sessions.expiresAt, sql`now()`))
  return rowCount ?? 0
}
