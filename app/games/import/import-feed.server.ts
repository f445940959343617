import { createHash } from 'node:crypto'
import path from 'node:path'
import { and, eq } from 'drizzle-orm'
import { logAct } from '../../accounts/operators/audit-log.server.ts'
import { backgroundDatabase, type Transaction } from '../../db/connection.server.ts'
import { preparedIn } from '../../db/query.server.ts'
import { feedRuns, feeds, type PlanKind } from '../../db/schema/feeds.server.ts'
import type { FetchLimits } from '../../server/http/fetch-public.server.ts'
import { loadArrangement } from '../arrangement/load-arrangement.server.ts'
import { RUN_LIMITS } from '../feeds/feed-limits.server.ts'
import { findFeedProvider, listProviders } from '../feeds/providers/find-provider.server.ts'
import { beginApplication } from '../feeds/runs/act-on-run.server.ts'
import { changeAll, vacuumAfter } from '../feeds/runs/change-all.server.ts'
import { withImportLock } from '../feeds/runs/import-lock.server.ts'
import { planRun, type RunFeed } from '../feeds/runs/plan-run.server.ts'
import { failRun } from '../feeds/runs/run-jobs.server.ts'
import { createRun } from '../feeds/runs/start-run.server.ts'
import { cleanLine } from './clean-text.ts'
import { FeedError } from './feed-error.server.ts'
import { isAddress } from './read-feed.server.ts'
import { type ImportReport, readReport } from './read-report.server.ts'

export type FeedImport = {
  /** The name of a built-in or added provider. */
  provider: string
  /** A file, or an HTTP(S) URL. */
  source: string
  /** The maximum number of entries to read. The rest of the feed is ignored. */
  limit?: number | undefined
  /** Only returns the report, without changing anything. */
  dryRun?: boolean
  /** Called from time to time with the number of entries read so far. */
  onProgress?: (entries: number) => unknown
  /** Called after each batch of changes. */
  onApplied?: (done: number, total: number) => unknown
  /** For reading from an address. `allowLoopback` permits games on this machine, too. */
  limits?: FetchLimits
}

/**
 * Imports the games of a feed into the catalogue, as a run that is planned and applied at once
 * (docs/product.md#runs-of-a-feed). If the feed cannot be read completely, or if an operator cancels the run before it
 * is applied, nothing changes: throws a FeedError with a one-line message to print, as for a run that is cancelled
 * later. Changes are applied in batches. Never delists a game.
 */
export async function importFeed(options: FeedImport): Promise<ImportReport> {
  // In a command, no categories and tags are in memory yet.
  await loadArrangement()
  const provider = await findFeedProvider(options.provider)
  if (!provider) {
    const names = (await listProviders()).map(({ name }) => name).join(', ')
    throw new FeedError(`There is no provider "${cleanLine(options.provider, 40)}"; there are: ${names}`)
  }
  const feed = await findOrCreateFeed(provider.name, options.source)
  const report = await withImportLock(feed.id, (checkLock) => runImport(feed, provider, options, checkLock))
  if (!report) throw new FeedError(`${options.source} is being imported by another command`)
  return report
}

async function runImport(
  feed: RunFeed,
  provider: NonNullable<Awaited<ReturnType<typeof findFeedProvider>>>,
  { source, limit, dryRun: isDryRun = false, onProgress, onApplied, limits }: FeedImport,
  checkLock: () => Promise<unknown>,
): Promise<ImportReport> {
  const runId = await createOwnRun(feed, source, isDryRun)
  // The operator's own file may have any size.
  const fetchLimits = isAddress(source) ? { ...RUN_LIMITS, ...limits } : limits
  const reading = { provider, source, limit, limits: fetchLimits, isDryRun, onProgress, maySuggestDelisting: false }
  try {
    if ((await planRun(runId, feed, reading)) !== 'planned') throw new FeedError(CANCELLED)
    if (isDryRun) return await readReport(runId)
    await checkLock()
    const isApplying = await backgroundDatabase().transaction((tx) =>
      beginApplication(tx, runId, { confirmDelisting: false }),
    )
    if (!isApplying) throw new FeedError(CANCELLED)
    await changeAll(runId, 'apply', { onBatch: onApplied && (() => showProgress(runId, onApplied)) })
    if (await isCancelled(runId))
      throw new FeedError(`${CANCELLED}. What it had changed until then can be undone there`)
    const report = await readReport(runId)
    await backgroundDatabase().transaction((tx) => recordImport(tx, { runId, source, report }))
    await vacuumAfter(runId)
    return report
  } catch (error) {
    // If the database is down, the next command or the portal marks the run as failed.
    await failRun(runId, error instanceof FeedError ? error.message : 'The command ended with an error').catch(() => {})
    throw error
  } finally {
    if (isDryRun) await forgetRun(feed.id, runId).catch(() => {})
  }
}

const CANCELLED = 'An operator cancelled this import in the console'

async function isCancelled(runId: number): Promise<boolean> {
  const [run] = await backgroundDatabase()
    .select({ state: feedRuns.state })
    .from(feedRuns)
    .where(eq(feedRuns.id, runId))
  return run?.state === 'cancelled'
}

/** Creates the run. This process holds the lock of the feed, so any earlier run by a command has ended. */
function createOwnRun(feed: RunFeed, source: string, isDryRun: boolean): Promise<number> {
  return backgroundDatabase().transaction(async (tx) => {
    await preparedIn(tx, 'feed-end-dead', END_DEAD, [feed.id])
    const started = await createRun(tx, { feedId: feed.id, startedBy: 'command', isDryRun })
    if ('runId' in started) return started.runId
    throw new FeedError(`${source} is being read or applied right now. Try again when its run has ended`)
  })
}

const END_DEAD = `
  update feed_runs set state = 'failed', error = 'The command was interrupted'
  where feed_id = $1 and started_by = 'command' and state in ('reading', 'applying')`

/**
 * Returns the feed under which imports of a source are recorded: its saved feed, or else a feed without settings. The
 * query of an address may contain a key, so it is not stored. A hash of it distinguishes feeds at one address.
 */
async function findOrCreateFeed(provider: string, source: string): Promise<RunFeed> {
  const known = isAddress(source) ? await findFeed(provider, source) : null
  if (known) return known
  const [base = '', query] = isAddress(source) ? source.split(/[?#](.*)/s) : [path.basename(source)]
  const digest = query && createHash('sha256').update(query).digest('hex').slice(0, 8)
  const address = digest ? `${base}?${digest}` : base
  const values = { provider, address, isSaved: false, mode: 'publish' } as const
  const name = `${provider}: ${address}`
  // A saved feed may already have the name.
  for (const unique of [name, `${name} (import)`, `${name} (${crypto.randomUUID()})`]) {
    const row = { ...values, name: unique }
    await backgroundDatabase().insert(feeds).values(row).onConflictDoNothing()
    const feed = await findFeed(provider, address)
    if (feed) return feed
  }
  throw new Error('No name for the feed')
}

async function findFeed(provider: string, address: string): Promise<RunFeed | null> {
  const rows = await backgroundDatabase()
    .select()
    .from(feeds)
    .where(and(eq(feeds.provider, provider), eq(feeds.address, address)))
  return rows[0] ?? null
}

async function showProgress(runId: number, show: (done: number, total: number) => unknown): Promise<void> {
  const [run] = await backgroundDatabase().transaction((tx) =>
    preparedIn<{ done: number; total: number }>(tx, 'feed-progress-of', PROGRESS, [runId]),
  )
  if (run) await show(run.done, run.total)
}

const PROGRESS = 'select done, total from feed_runs where id = $1'

/** Deletes the run of a dry run. Also deletes its feed if the feed has nothing else. */
async function forgetRun(feedId: number, runId: number): Promise<void> {
  await backgroundDatabase().transaction(async (tx) => {
    await preparedIn(tx, 'feed-forget-run', 'delete from feed_runs where id = $1', [runId])
    await preparedIn(tx, 'feed-forget-feed', FORGET_FEED, [feedId])
  })
}

const FORGET_FEED = `
  delete from feeds f where f.id = $1 and not f.is_saved
    and not exists (select from feed_runs r where r.feed_id = f.id)
    and not exists (select from feed_games g where g.feed_id = f.id)`

const NAMED_GAMES = 5

/** Records the import in the audit log, with the titles of some games. */
async function recordImport(
  tx: Transaction,
  { runId, source, report }: { runId: number; source: string; report: ImportReport },
): Promise<void> {
  const { created, changed, unchanged, refused, plan } = report
  const titles = (['new', 'changed', 'relisted'] satisfies PlanKind[])
    .flatMap((kind) => plan.first[kind].map(({ title }) => title))
    .slice(0, NAMED_GAMES)
  const more = created + changed - titles.length
  const named = titles.length ? `: ${titles.join(', ')}${more > 0 ? ` and ${more} more` : ''}` : ''
  await logAct(tx, {
    by: null,
    act: 'imported',
    on: { kind: 'feed run', id: String(runId) },
    why: `${created} new, ${changed} changed, ${unchanged} unchanged, ${refused.length} rejected${named}`,
    details: { title: path.basename(/^https?:/i.test(source) ? new URL(source).pathname : source) },
  })
}
