import { sql } from 'drizzle-orm'
import { backgroundDatabase } from '../db/connection.server.ts'
import { type Job, NO_DATA } from '../server/jobs.server.ts'

/**
 * Forgets each night what gives access no more: sessions that have ended, counted attempts whose time is over, and tokens of
 * mails two weeks after, so that a link that has run out can say so. What is kept of a player is kept for as long as it serves.
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
  await backgroundDatabase().execute(sql`delete from attempts where ends_at < now()`)
  await backgroundDatabase().execute(sql`delete from verifications where expires_at < now() - interval '14 days'`)
  const { rowCount } = await backgroundDatabase().execute(sql`delete from sessions where expires_at < now()`)
  return rowCount ?? 0
}
