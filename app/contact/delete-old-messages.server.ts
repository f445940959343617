import { lt, sql } from 'drizzle-orm'
import { backgroundDatabase } from '../db/connection.server.ts'
import { messages } from '../db/schema/messages.server.ts'
import { type Job, NO_DATA } from '../server/jobs/jobs.server.ts'
import { MESSAGES_RETENTION_YEARS } from './message-rules.ts'

/** Each night, deletes messages that were settled long ago (docs/product.md#deletion-of-messages). */
export const deletingMessages: Job = {
  queue: {
    name: 'forget-messages',
    data: NO_DATA,
    retries: { limit: 3, firstAfterS: 60, atMostS: 600 },
    expiresAfterS: 600,
    isSingleton: true,
    schedule: '47 3 * * *',
  },
  async work() {
    await deleteOldMessages()
  },
}

/**
 * Deletes messages that were settled more than MESSAGES_RETENTION_YEARS ago, and returns how many. Never deletes new
 * messages, whatever their age.
 */
export async function deleteOldMessages(): Promise<number> {
  const { rowCount } = await backgroundDatabase()
    .delete(messages)
    .where(lt(messages.settledAt, sql`now() - make_interval(years => ${MESSAGES_RETENTION_YEARS})`))
  return rowCount ?? 0
}
