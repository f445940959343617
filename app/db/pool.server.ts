import pg from 'pg'
import { isUnanswered } from './database-outage.server.ts'

/** Every connection is in use, and the database answers: there are many people here. */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError'
}

export type Pool = pg.Pool & {
  /** Closes the connections that are in use: their queries fail. */
  cutAll: () => void
  /** False from a query without an answer to the next answer. */
  isAnswering: () => boolean
}

type Given = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (broken?: Error | boolean) => void,
) => void

/** So few may always wait. */
const FEW_WAITING = 20
/** Of how many uses the mean is taken. */
const USES = 32
/** What a working server needs to report that a query took too long. */
const GRACE_MS = 400
const QUEUE_TIMEOUT = 'timeout exceeded when trying to connect'

/**
 * A pool that replaces connections that hang (docs/decisions/015-connections-that-hang-are-cut.md). A query without an answer
 * 400 ms after its `statement_timeout` fails, and its connection is closed. A caller who would wait for a connection in vain
 * is refused at once, with a DatabaseBusyError. `onError` hears of idle connections that broke, once an outage, which pools of
 * one server share. `isPooled`: a pooler takes no settings with a connection, so the limit of a query holds on our side alone.
 */
export function createPool(
  config: pg.PoolConfig,
  onError: (error: Error) => void,
  outage: { isTold: boolean } = { isTold: false },
  isPooled = false,
): Pool {
  const { statement_timeout: limit, ...plain } = config
  const pool = new pg.Pool({
    keepAlive: true,
    keepAliveInitialDelayMillis: 2000,
    ...(isPooled ? plain : config),
    ...(limit && { query_timeout: limit + GRACE_MS }),
  })
  /** The connections in use, and since when. */
  const inUse = new Map<pg.PoolClient, number>()
  let meanUse = 0
  let hangs = false
  let lastHang = -Infinity
  pool.on('error', (error) => {
    if (!outage.isTold) onError(error)
    outage.isTold = true
  })
  pool.on('connect', (client) => {
    outage.isTold = hangs = false
    // The query that fails with it reports it, too. A client in use has no other listener, and its error would end the process.
    client.on('error', () => {})
  })
  pool.on('acquire', (client) => inUse.set(client, performance.now()))
  pool.on('release', (error, client) => {
    const since = inUse.get(client)
    if (since !== undefined) meanUse += (performance.now() - since - meanUse) / USES
    inUse.delete(client)
    if (!error) hangs = false
    if (!isUnanswered(error)) return
    hangs = true
    lastHang = performance.now()
    // What made one hang has most likely happened to the idle ones.
    for (let left = pool.idleCount; left > 0; left--) connect((_, idle) => idle?.release(true))
  })

  const isAnswering = () => !hangs
  /** A caller who waited in vain for a connection learns whether the database is busy, or was down meanwhile. */
  const explain = (error: Error) => {
    const hasHung = performance.now() - lastHang < (config.connectionTimeoutMillis ?? 0)
    return error.message === QUEUE_TIMEOUT && isAnswering() && !hasHung
      ? new DatabaseBusyError('Every connection was in use for too long')
      : error
  }

  /** From how many wait, and how long connections are in use, of late and just now. */
  function wouldWaitInVain(): boolean {
    // Those for whom a connection lies ready are counted as waiting, too.
    const waiting = pool.waitingCount - pool.idleCount
    if (waiting < FEW_WAITING || !config.connectionTimeoutMillis) return false
    const now = performance.now()
    let used = 0
    for (const since of inUse.values()) used += now - since
    return (waiting * Math.max(meanUse, used / inUse.size)) / pool.options.max > config.connectionTimeoutMillis
  }

  // All queries of a pool come by its `connect`.
  const connect = pool.connect.bind(pool) as { (): Promise<pg.PoolClient>; (given: Given): void }
  const connectOrRefuse = (given?: Given) => {
    if (wouldWaitInVain()) {
      const refusal = isAnswering()
        ? new DatabaseBusyError('Every connection is in use, and too many wait for one')
        : new Error('No answer from any connection')
      return given ? process.nextTick(given, refusal, undefined, () => {}) : Promise.reject(refusal)
    }
    if (given) return connect((error, client, release) => given(error && explain(error), client, release))
    return connect().catch((error: Error) => {
      throw explain(error)
    })
  }
  const cutAll = () => inUse.forEach((_, client) => void client.end())
  return Object.assign(pool, { connect: connectOrRefuse as typeof pool.connect, cutAll, isAnswering })
}
