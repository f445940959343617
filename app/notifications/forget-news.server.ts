import { lt, sql } from 'drizzle-orm'
import { backgroundDatabase } from '../db/connection.server.ts'
import { notifications } from '../db/schema/community.server.ts'
import { type Job, NO_DATA } from '../server/jobs.server.ts'

/** What was read so long ago is forgotten (docs/product.md, Community). */
const KEPT_DAYS = 90

/** Forgets old news each night. */
export const forgettingNews: Job = {
  queue: {
    name: 'forget-news',
    data: NO_DATA,
    retries: { limit: 3, firstAfterS: 60, atMostS: 600 },
    expiresAfterS: 600,
    isAlone: true,
    schedule: '37 3 * * *',
  },
  async work() {
    await forgetNews()
  },
}

/** Gives how many it took away. What nobody has read stays. */
export async function forgetNews(): Promise<number> {
  const { rowCount } = await backgroundDatabase()
    .delete(notifications)
    .where(lt(notifications.readAt, sql`now() - make_interval(days => ${KEPT_DAYS})`))
  return rowCount ?? 0
}
