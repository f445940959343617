import pg from 'pg'
import { isUnanswered } from './database-outage.server.ts'

/** Every connection is in use, although the database responds: there are many visitors. */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError'
}

export type Pool = pg.Pool & {
  /** Closes the connections in use. Their queries fail. */
  cutAll: () => void
  /** False from a query without a response until the next response. */
  isAnswering: () => boolean
}

type Given = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (broken?: Error | boolean) => void,
) => void

/** This many may always wait. */
const FEW_WAITING = 20
/** Uses in the running mean of how long a connection is in use. */
const USES = 32
/** Time that a working server needs to report that a query took too long. */
const GRACE_MS = 400
const QUEUE_TIMEOUT = 'timeout exceeded when trying to connect'

/**
 * A pool that replaces connections that hang (docs/decisions/015-connections-that-hang-are-cut.md). A query without a
 * response 400 ms after its `statement_timeout` fails, and its connection is closed. A caller who would wait in vain
 * for a connection gets a DatabaseBusyError at once. `onError` is called once per outage when idle connections break;
 * pools of one server share `outage`. `isPooled`: a pooler takes no connection settings, so only our own timeout
 * applies.
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
    // The failing query reports it, too. A client in use has no other listener, and its error would end the process.
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
    // Whatever made one hang has most likely happened to the idle ones.
    for (let left = pool.idleCount; left > 0; left--) connect((_, idle) => idle?.release(true))
  })

  const isAnswering = () => !hangs
  /** Says to a caller who waited in vain for a connection whether the database is busy, or was down in that time. */
  const explain = (error: Error) => {
    const hasHung = performance.now() - lastHang < (config.connectionTimeoutMillis ?? 0)
    return error.message === QUEUE_TIMEOUT && isAnswering() && !hasHung
      ? new DatabaseBusyError('Every connection was in use for too long')
      : error
  }

  /** Estimated from the number of waiting callers, and from how long connections are in use, recently and now. */
  function wouldWaitInVain(): boolean {
    // Callers for whom an idle connection is ready count as waiting, too.
    const waiting = pool.waitingCount - pool.idleCount
    if (waiting < FEW_WAITING || !config.connectionTimeoutMillis) return false
    const now = performance.now()
    let used = 0
    for (const since of inUse.values()) used += now - since
    return (waiting * Math.max(meanUse, used / inUse.size)) / pool.options.max > config.connectionTimeoutMillis
  }

  // All queries of a pool go through its `connect`.
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
