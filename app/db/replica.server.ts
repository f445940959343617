import pg from 'pg'
import { within } from '../lib/within.ts'
import type { Pool } from './pool.server.ts'

export type Replica = {
  /** For reads, while it is well and shows all that was purged; else null. */
  pool: () => pg.Pool | null
  /** Why nothing is read from it; null while it is well. */
  fault: () => string | null
  /** No more reads until it shows what the primary shows now: pages are about to be rendered anew. */
  distrust: () => void
  close: () => Promise<void>
}

/** Where the primary was, which the replica has to reach. `purges` says how many there had been. */
type Target = { position: string; since: number; purges: number }

const LOOK_MS = 500
const ANSWER_MS = 400
/** Later than this it is late: what it shows may be a moment old, no more. */
const LATE_MS = 1000
const SOON_MS = 20

/**
 * Watches a replica: looks twice a second whether it answers and has reached a place in the log of writes where the primary
 * was within the last second; after a purge at once and ever again, until it has. Begins with distrust.
 */
export function watchReplica(primary: pg.PoolConfig, connection: pg.PoolConfig, pool: Pool): Replica {
  const [asksPrimary, asksReplica] = [keepAsking(primary), keepAsking(connection)]
  let fault: string | null = 'it was not looked at yet'
  let purges = 1
  /** The purges that it is known to show. */
  let shown = 0
  let target: Target | null = null
  let pause = LOOK_MS
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let closed = false

  async function look(): Promise<void> {
    if (target?.purges !== purges) target = await aim()
    // While the primary is down nothing new can be missed: what shows the last purge is as good as ever.
    const position = target?.position ?? null
    const [answer] = await asksReplica.ask<{ recovers: boolean; reached: boolean | null }>(
      'select pg_is_in_recovery() as recovers, pg_last_wal_replay_lsn() >= $1::pg_lsn as reached',
      [position],
    )
    // After a promotion two primaries go apart.
    if (!answer?.recovers) throw new Error('it is no replica')
    if (!target) {
      if (shown === purges) fault = null
      return
    }
    const isLate = performance.now() - target.since >= LATE_MS
    if (answer.reached) shown = target.purges
    if (isLate) fault = 'it is late'
    else if (answer.reached) fault = null
    if (answer.reached) target = null
  }

  /** Where the primary is now; null when it does not answer. */
  async function aim(): Promise<Target | null> {
    const [before, since] = [purges, performance.now()]
    try {
      // Of what was inserted, since a commit is told of before it is written where commits are not waited for.
      const [row] = await asksPrimary.ask<{ position: string }>('select pg_current_wal_insert_lsn()::text as position')
      return { position: row?.position ?? '', since, purges: before }
    } catch {
      return null
    }
  }

  function lookSoon(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      looking ??= look()
        .catch((error: unknown) => {
          fault = error instanceof Error ? error.message : String(error)
          target = null
          // Who waits there asks the primary.
          pool.cutAll()
        })
        .finally(() => {
          looking = null
          pause = shown === purges ? LOOK_MS : Math.min(pause * 2, LOOK_MS)
          if (!closed) lookSoon(pause)
        })
    }, ms)
    timer.unref()
  }

  lookSoon(0)
  return {
    pool: () => (fault === null && shown === purges ? pool : null),
    fault: () => fault,
    distrust() {
      purges += 1
      pause = SOON_MS
      if (!looking) lookSoon(0)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await looking
      await Promise.all([asksPrimary.close(), asksReplica.close()])
    },
  }
}

/** A connection that is kept for small questions. Each has its answer soon, or fails and the next one connects anew. */
function keepAsking(connection: pg.PoolConfig) {
  let client: pg.Client | null = null

  async function ask<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const asked = client ?? (await open())
    return (await within(ANSWER_MS, asked.query<Row>(text, values)).catch(drop)).rows
  }

  async function open(): Promise<pg.Client> {
    const opened = new pg.Client({ ...connection, connectionTimeoutMillis: ANSWER_MS })
    client = opened
    // The next question connects anew, and says what is wrong where that fails.
    opened.on('error', () => {
      if (client === opened) client = null
    })
    await within(ANSWER_MS, opened.connect()).catch(drop)
    return opened
  }

  function drop(error: unknown): never {
    client?.connection.stream.destroy()
    client = null
    throw error
  }

  async function close(): Promise<void> {
    if (client) await within(ANSWER_MS, client.end()).catch(() => client?.connection.stream.destroy())
  }

  return { ask, close }
}
