import { lt, sql } from 'drizzle-orm'
import { backgroundDatabase } from '../db/connection.server.ts'
import { notifications } from '../db/schema/notifications.server.ts'
import { type Job, NO_DATA } from '../server/jobs/jobs.server.ts'

/** Days until a read notification is deleted (docs/product.md#notifications). */
const RETENTION_DAYS = 90

/** Each night, deletes old notifications. */
export const deletingNotifications: Job = {
  queue: {
    name: 'forget-news',
    data: NO_DATA,
    retries: { limit: 3, firstAfterS: 60, atMostS: 600 },
    expiresAfterS: 600,
    isSingleton: true,
    schedule: '37 3 * * *',
  },
  async work() {
    await deleteOldNotifications()
  },
}

/**
 * Deletes notifications that were read more than RETENTION_DAYS ago, and returns how many. Never deletes unread
 * notifications.
 */
export async function deleteOldNotifications(): Promise<number> {
  const { rowCount } = await backgroundDatabase()
    .delete(notifications)
    .where(lt(notifications.readAt, sql`now() - make_interval(days => ${RETENTION_DAYS})`))
  return rowCount ?? 0
}
