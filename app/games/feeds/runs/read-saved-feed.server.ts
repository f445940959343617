import { eq } from 'drizzle-orm'
import { backgroundDatabase } from '../../../db/connection.server.ts'
import { feedRuns, feeds } from '../../../db/schema/feeds.server.ts'
import { createPause } from '../../../lib/pause.server.ts'
import { FeedError } from '../../import/feed-error.server.ts'
import { withFeedFile } from '../feed-files.server.ts'
import { feedLimits, RUN_LIMITS } from '../feed-limits.server.ts'
import { findFeedProvider } from '../providers/find-provider.server.ts'
import { planRun, type PlanReading } from './plan-run.server.ts'

/** Real feeds have up to 40,000 entries. */
const MAX_ENTRIES = 200_000

/**
 * Makes the plan of a run of a saved feed, from its address or its uploaded file. Throws the same errors as `planRun`.
 */
export async function planSavedFeed(runId: number, signal: AbortSignal): Promise<void> {
  const [row] = await backgroundDatabase()
    .select({ feed: feeds })
    .from(feedRuns)
    .innerJoin(feeds, eq(feeds.id, feedRuns.feedId))
    .where(eq(feedRuns.id, runId))
  if (!row) return
  const { feed } = row
  const provider = await findFeedProvider(feed.provider)
  if (!provider) throw new FeedError(`There is no provider "${feed.provider}" any more`)
  const reading: Omit<PlanReading, 'source'> = {
    provider,
    maxEntries: MAX_ENTRIES,
    limits: feedLimits(RUN_LIMITS),
    pause: createPause(),
    maySuggestDelisting: feed.isSaved,
    signal,
  }
  if (feed.address) {
    // The query may contain a key, so messages omit it.
    const name = feed.address.replace(/[?#].*/s, '')
    await planRun(runId, feed, { ...reading, source: feed.address, name })
  } else if (feed.fileKey) {
    const name = feed.fileName ?? 'The file'
    await withFeedFile(feed.fileKey, (source) => planRun(runId, feed, { ...reading, source, name })).catch(named(name))
  } else throw new FeedError('The feed has no address and no file')
}

/** Error messages of `withFeedFile` complete a sentence that begins with the file's name. */
function named(name: string) {
  return (error: unknown): never => {
    if (error instanceof FeedError && !error.message.startsWith(name)) throw new FeedError(`${name} ${error.message}`)
    throw error
  }
}
