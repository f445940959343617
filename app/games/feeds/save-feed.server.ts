import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import { type ActOutcome, logAct } from '../../accounts/operators/audit-log.server.ts'
import { backgroundDatabase, type Database, database, type Transaction } from '../../db/connection.server.ts'
import { lockName } from '../../db/query.server.ts'
import { type FeedMode, type FeedRule, feedRuns, feeds, type FeedSchedule } from '../../db/schema/feeds.server.ts'
import { countOf } from '../../lib/text.ts'
import { deleteUnnamedFile, prepareDeletions } from '../../server/files/delete-files.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { SHORT_SCHEDULES } from './feed-form-rules.ts'

/** The settings of a feed. A feed has either an address or a file. */
export type FeedSettings = {
  name: string
  provider: string
  address: string | null
  fileKey: string | null
  fileName: string | null
  options: Record<string, string>
  schedule: FeedSchedule
  mode: FeedMode
  usesDefaultRules: boolean
  delistDays: number
}

type Target = { operator: Player; id: number; version: number }

/** The id of this module's locks for `lockName`. */
const FEEDS = 32

/** The value that another feed already has. `imported`: an address that only the `import` command has read. */
export type Taken = { taken: 'name' | 'address' | 'imported' }

const EVERY: Record<FeedSchedule, SQL | null> = {
  off: null,
  hourly: sql`now() + interval '1 hour'`,
  daily: sql`now() + interval '1 day'`,
  weekly: sql`now() + interval '7 days'`,
}

/**
 * Saves a new feed. The operator starts the first run, so the first scheduled run is one period from now. A source that
 * so far only the `import` command has read becomes a saved feed and keeps its games.
 */
export async function createFeed(operator: Player, settings: FeedSettings): Promise<{ id: number } | Taken> {
  return database().transaction(async (tx) => {
    const { provider, address, name } = settings
    const ofCommand = address
      ? and(eq(feeds.provider, provider), eq(feeds.address, address), eq(feeds.isSaved, false))
      : sql`false`
    await lockName(tx, FEEDS, '')
    const [known] = await tx.select({ id: feeds.id }).from(feeds).where(ofCommand)
    const taken = await findTaken(tx, settings, known?.id ?? 0)
    if (taken) return taken
    const values = { ...settings, nextRunAt: EVERY[settings.schedule], isSaved: true }
    const [feed] = known
      ? await tx.update(feeds).set(values).where(eq(feeds.id, known.id)).returning({ id: feeds.id })
      : await tx.insert(feeds).values(values).returning({ id: feeds.id })
    const { id } = feed!
    await logAct(tx, {
      by: operator,
      act: 'added',
      on: { kind: 'feed', id: String(id) },
      why: describeSettings(settings).join(', '),
      details: { title: name },
    })
    return { id }
  })
}

/** Changes a feed if `version` is still current. A replaced file is deleted unless another feed uses it. */
export async function changeFeed(
  target: Target,
  settings: Omit<FeedSettings, 'provider'>,
): Promise<ActOutcome | Taken> {
  const result = await actOnFeed<Taken>(target, async (tx, feed) => {
    await lockName(tx, FEEDS, '')
    const taken = await findTaken(tx, { ...settings, provider: feed.provider }, feed.id)
    if (taken) return taken
    const isRescheduled = feed.schedule !== settings.schedule
    await tx
      .update(feeds)
      .set({ ...settings, ...(isRescheduled && { nextRunAt: EVERY[settings.schedule] }) })
      .where(eq(feeds.id, feed.id))
    if (feed.fileKey && feed.fileKey !== settings.fileKey) await deleteUnnamedFile([feed.fileKey], tx)
    const before = describeSettings(feed)
    const after = describeSettings({ ...settings, provider: feed.provider })
    return after.filter((text) => !before.includes(text)).join(', ')
  })
  return result
}

/** Returns whether another feed than `id` has the same name or address. */
export async function findTaken(
  tx: Transaction | Database,
  { name, provider, address }: Pick<FeedSettings, 'name' | 'provider' | 'address'>,
  id: number,
): Promise<Taken | null> {
  const hasAddress = address ? and(eq(feeds.provider, provider), eq(feeds.address, address)) : sql`false`
  const [other] = await tx
    .select({ name: feeds.name, isSaved: feeds.isSaved })
    .from(feeds)
    .where(and(ne(feeds.id, id), or(eq(feeds.name, name), hasAddress)))
    .limit(1)
  if (!other) return null
  if (other.name === name) return { taken: 'name' }
  return { taken: other.isSaved ? 'address' : 'imported' }
}

/** Replaces the rules of a feed. `what` describes the change for the audit log. */
export function changeRules(target: Target, rules: FeedRule[], what: string): Promise<ActOutcome> {
  return actOnFeed<never>(target, async (tx, feed) => {
    await tx.update(feeds).set({ rules }).where(eq(feeds.id, feed.id))
    return what
  })
}

/**
 * Deletes a feed with its runs, and its file unless another feed uses it. Its games stay. A feed with a run in progress
 * is not deleted.
 */
export async function deleteFeed({ operator, id, version }: Target): Promise<ActOutcome> {
  await prepareDeletions()
  // A feed may have had many runs with many entries.
  return backgroundDatabase().transaction(async (tx) => {
    const [feed] = await tx.select().from(feeds).where(eq(feeds.id, id)).for('update')
    if (!feed?.isSaved) return { outcome: 'gone' }
    if (feed.version !== version) return { outcome: 'changed' }
    const active = sql`${feedRuns.state} in ('reading', 'applying', 'undoing')`
    const [run] = await tx
      .select({ id: feedRuns.id })
      .from(feedRuns)
      .where(and(eq(feedRuns.feedId, id), active))
      .limit(1)
    if (run) return { outcome: 'forbidden', why: 'A run of this feed is under way. Cancel it, or wait until it ends' }
    await tx.delete(feeds).where(eq(feeds.id, id))
    if (feed.fileKey) await deleteUnnamedFile([feed.fileKey], tx)
    await logAct(tx, {
      by: operator,
      act: 'deleted',
      on: { kind: 'feed', id: String(id) },
      details: { title: feed.name },
    })
    return { outcome: 'done' }
  })
}

/**
 * Calls `work` on a feed if `version` is still current, and increments the version. A text that `work` returns
 * describes the change and is logged. Any other result is returned, and nothing changes.
 */
async function actOnFeed<Refused extends object>(
  { operator, id, version }: Target,
  work: (tx: Transaction, feed: typeof feeds.$inferSelect) => Promise<string | Refused>,
): Promise<ActOutcome | Refused> {
  return database().transaction(async (tx) => {
    const [feed] = await tx.select().from(feeds).where(eq(feeds.id, id)).for('update')
    if (!feed?.isSaved) return { outcome: 'gone' }
    if (feed.version !== version) return { outcome: 'changed' }
    const why = await work(tx, feed)
    if (typeof why !== 'string') return why
    const [changed] = await tx
      .update(feeds)
      .set({ version: version + 1 })
      .where(eq(feeds.id, id))
      .returning({ name: feeds.name })
    await logAct(tx, {
      by: operator,
      act: 'changed',
      on: { kind: 'feed', id: String(id) },
      why,
      details: { title: changed!.name },
    })
    return { outcome: 'done' }
  })
}

/** Returns the settings for the audit log. The query of an address is omitted because it may contain a key. */
function describeSettings(feed: FeedSettings): string[] {
  const ids = Object.entries(feed.options).map(([name, value]) => `${name}=${value}`)
  return [
    `Name: ${feed.name}`,
    `Provider: ${feed.provider}`,
    feed.address ? `Address: ${feed.address.replace(/[?#].*/s, '')}` : `File: ${feed.fileName}`,
    `Schedule: ${SHORT_SCHEDULES[feed.schedule]}`,
    feed.mode === 'publish' ? 'New games are published at once' : 'New games are held for review',
    feed.usesDefaultRules ? 'With the default rules' : 'Without the default rules',
    `Delisted after ${countOf(feed.delistDays, 'day')}`,
    ids.length ? `Ids: ${ids.join(', ')}` : 'Without ids',
  ]
}
