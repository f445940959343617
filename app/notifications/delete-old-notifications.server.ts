import { lt, sql } from 'drizzle-orm'
import { backgroundDatabase } from '../db/connection.server.ts'
import { notifications } from '../db/schema/community.server.ts'
import { type Job, NO_DATA } from '../server/jobs/jobs.server.ts'

/** Days until a read notification is deleted (docs/product.md, Community). */
const KEPT_DAYS = 90

/** Deletes old notifications each night. */
export const forgettingNews: Job = {
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

/** Deletes notifications read more than KEPT_DAYS ago and returns how many. Unread ones stay. */
export async function deleteOldNotifications(): Promise<number> {
  const { rowCount } = await backgroundDatabase()
    .delete(notifications)
    .where(lt(notifications.readAt, sql`now() - make_interval(days => ${KEPT_DAYS})`))
  return rowCount ?? 0
}
