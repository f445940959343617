import pLimit from 'p-limit'
import { backgroundDatabase } from '../../../db/connection.server.ts'
import { preparedIn } from '../../../db/query.server.ts'

/** The first key of this advisory lock. */
export const IMPORT_LOCK = 34

/** The lock occupies one of the two background connections, so a second command in this process has to wait. */
const limit = pLimit(1)

/**
 * Runs a command's work on a feed while no other command works on the feed. PostgreSQL releases the lock when the
 * process ends, however it ends. Returns null without running the work if another process has the lock.
 *
 * @param work gets a function that throws if the connection with the lock has been lost
 */
export function withImportLock<T>(
  feedId: number,
  work: (checkLock: () => Promise<unknown>) => Promise<T>,
): Promise<T | null> {
  return limit(() =>
    backgroundDatabase().transaction(async (tx) => {
      const [row] = await preparedIn<{ isOurs: boolean }>(tx, 'feed-import-lock', LOCK, [IMPORT_LOCK, feedId])
      return row?.isOurs ? await work(() => preparedIn(tx, 'feed-import-lock-check', 'select 1')) : null
    }),
  )
}

const LOCK = 'select pg_try_advisory_xact_lock($1::int, $2::int) as "isOurs"'
