import { lt, sql } from 'drizzle-orm'
import { backgroundDatabase } from '../../db/connection.server.ts'
import { attempts, sessions, verifications } from '../../db/schema/accounts.server.ts'
import { type Job, NO_DATA } from '../../server/jobs/jobs.server.ts'

/**
 * Deletes expired access data each hour, since data about a player is stored only as long as it is needed: sessions,
 * attempt counters, unfinished Google sign-ins, and mail tokens. Tokens are deleted two weeks after they expire, so
 * that until then their page can report that the link has expired.
 */
export const deletingExpiredAccess: Job = {
  queue: {
    name: 'forget-access',
    data: NO_DATA,
    retries: { limit: 3, firstAfterS: 60, atMostS: 600 },
    expiresAfterS: 600,
    isSingleton: true,
    schedule: '17 * * * *',
  },
  async work() {
    await deleteExpiredAccess()
  },
}

/** Deletes the data and returns the number of deleted sessions. */
export async function deleteExpiredAccess(): Promise<number> {
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
