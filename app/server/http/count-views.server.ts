import { createHmac } from 'node:crypto'
import { isbot } from 'isbot'
import { prepared } from '../../db/query.server.ts'
import { addressGroup, CLIENT_ADDRESS_HEADER } from './client-address.server.ts'
import { onShutdown } from './shutdown.server.ts'
import { log } from '../process/log.server.ts'
import { authSecret } from '../process/secret.server.ts'

const FLUSH_MS = 5000
/** If more views than this have been collected, as in a long database outage, new ones are dropped. */
const MAX_GATHERED = 100_000
/** Views per statement, far fewer than fit into the second that a page's statement may take. */
const BATCH = 1000
/**
 * The most old rows that a statement deletes from each table. It deletes more than it can add, so that any backlog
 * shrinks, such as the rows of the previous day after midnight.
 */
const MAX_DELETED = 2 * BATCH

/**
 * The number of views of an item that an address may add on a UTC day: enough for a household or class
 * (docs/decisions/018).
 */
const VIEWS_A_DAY = 10

/**
 * A kind of item whose views are counted. These texts become part of the statement without escaping, so they must be
 * constants.
 */
type Counted = {
  /** The prefix of the tables `{kind}_view_marks` and `{kind}_view_days` and of their column `{kind}_id`. */
  kind: string
  /** The event that is counted, by default `view`. It has the same limits, and its own marks in the same tables. */
  event?: string
  /** The advisory lock of all transactions that change many of these counts. */
  lock: number
  /**
   * The end of the statement, which adds the views in `seen (id, views)` to the items. `days` contains each address of
   * a visitor in the batch with all its views of the day, counted or not.
   */
  add: string
}

type View = { visitor: string; address: string; id: number }

export type ViewCounter = {
  /** Records that a request's visitor has seen an item. Ignores crawlers and link previews that identify themselves. */
  countView: (request: Request, id: number) => void
  /** Writes the collected views. On failure the rest remain collected, and the error is thrown. */
  writeViews: () => Promise<void>
}

/**
 * Counts views of one kind of item and writes them in batches. Across all nodes, a visitor's views of an item count
 * once in 30 minutes (docs/product.md#views-and-ratings), and an address's views VIEWS_A_DAY times per UTC day.
 */
export function createViewCounter(counted: Counted): ViewCounter {
  const { kind, event = 'view' } = counted
  const text = statementOf(counted)
  let timer: NodeJS.Timeout | null = null
  const gathered = new Map<string, View>()

  function countView(request: Request, id: number): void {
    if (gathered.size >= MAX_GATHERED) return
    const agent = request.headers.get('user-agent') ?? ''
    if (isbot(agent)) return
    const group = addressGroup(request.headers.get(CLIENT_ADDRESS_HEADER) ?? '')
    const visitor = keyed(`${event}\n${group}\n${agent}`)
    gathered.set(`${visitor} ${id}`, { visitor, address: keyed(`${event}s of a day\n${group}`), id })
    if (timer) return
    timer = setTimeout(() => void writeQuietly(), FLUSH_MS)
    onShutdown(`counts of ${kind} ${event}s`, writeViews)
  }

  async function writeViews(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    const views = [...gathered]
    if (!views.length) return
    gathered.clear()
    try {
      while (views.length) {
        const batch = views.slice(0, BATCH)
        await prepared(`count-${kind}-${event}s`, text, [
          batch.map(([, { visitor }]) => visitor),
          batch.map(([, { id }]) => id),
          batch.map(([, { address }]) => address),
        ])
        views.splice(0, BATCH)
      }
    } catch (error) {
      for (const [key, view] of views) gathered.set(key, view)
      throw error
    }
  }

  async function writeQuietly(): Promise<void> {
    try {
      await writeViews()
    } catch (error) {
      log().warn({ err: error }, 'Views wait for the database')
      timer ??= setTimeout(() => void writeQuietly(), FLUSH_MS)
    }
  }

  return { countView, writeViews }
}

/** A visitor is an address and a browser. Both are stored only as keyed hashes. */
function keyed(text: string): string {
  return createHmac('sha256', authSecret()).update(text).digest('base64url').slice(0, 22)
}

/**
 * The lock allows one batch at a time across all nodes, so that batches never wait for each other's rows. An address's
 * earlier views are computed from its updated row, since the batch's snapshot may be older than the lock.
 */
function statementOf({ kind, lock, add }: Counted): string {
  const [marks, days, id] = [`${kind}_view_marks`, `${kind}_view_days`, `${kind}_id`]
  return `
  with lock as materialized (select pg_advisory_xact_lock(${lock})),
  given as materialized (
    select visitor, ${id}, address from unnest($1::text[], $2::int[], $3::text[]) as given(visitor, ${id}, address)
  ),
  old as (${deleteOld(marks, 'seen_at', `now() - interval '1 hour'`)}),
  old_days as (${deleteOld(days, 'day', `(now() at time zone 'utc')::date`)}),
  fresh as (
    insert into ${marks} (visitor, ${id}, seen_at)
    select visitor, ${id}, now() from lock, given
    on conflict (visitor, ${id}) do update set seen_at = excluded.seen_at
      where ${marks}.seen_at < now() - interval '30 minutes'
    returning visitor, ${id}
  ),
  added as (
    select address, ${id}, count(*)::int as views from fresh join given using (visitor, ${id}) group by address, ${id}
  ),
  days as (
    insert into ${days} as d (day, address, ${id}, views)
    select (now() at time zone 'utc')::date, address, ${id}, views from added
    on conflict (day, address, ${id}) do update set views = d.views + excluded.views
    returning address, ${id}, views
  ),
  seen as (
    select ${id} as id, sum(greatest(0, least(a.views, ${VIEWS_A_DAY} - (d.views - a.views)))) as views
    from days d join added a using (address, ${id}) group by ${id}
  )${add}`
}

/** The condition is repeated because another batch may have renewed a mark since this statement began. */
function deleteOld(table: string, column: string, before: string): string {
  const isOld = `${column} < ${before}`
  return `delete from ${table} where ${isOld}
    and ctid = any(array(select ctid from ${table} where ${isOld} order by ${column} limit ${MAX_DELETED}))`
}
