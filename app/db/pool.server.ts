import pg from 'pg'

/** Thrown if every connection is in use although the database responds, as with many visitors. */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError'
}

export type Pool = pg.Pool & {
  /** Closes every connection. Running queries fail; later ones get a new connection. */
  closeAll: () => void
  /** Whether any connection in use has received a response within the last second. */
  isAnswering: () => boolean
}

type Given = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (broken?: Error | boolean) => void,
) => void
/** `since`: when the connection was taken from the pool; null while it is idle. */
type Watched = { since: number | null; query: unknown; looks: number }

/** This many callers may always wait. */
const FEW_WAITING = 20
/** The number of uses in the running mean of the time that a connection is in use. */
const USES = 32
const LOOK_MS = 250
/** The time that a working server needs to report that a query took too long. */
const GRACE_MS = 500
const QUEUE_TIMEOUT = 'timeout exceeded when trying to connect'

/**
 * Creates a pool that replaces connections that hang (docs/decisions/015-hanging-connections-are-closed.md). If a query
 * has no response half a second after its `statement_timeout`, it fails and its connection is closed. A caller who
 * would not get a connection in time gets a DatabaseBusyError at once. `onError` is called once per outage when idle
 * connections break; pools of the same server share `outage`. `isPooled`: a pooler accepts no connection settings, so
 * only our own timeout applies.
 */
export function createPool(
  config: pg.PoolConfig,
  onError: (error: Error) => void,
  outage: { isReported: boolean } = { isReported: false },
  isPooled = false,
): Pool {
  const { statement_timeout: limit, ...plain } = config
  const sent = isPooled ? plain : config
  const pool = new pg.Pool({ keepAlive: true, keepAliveInitialDelayMillis: 2000, ...sent })
  const watched = new Map<pg.PoolClient, Watched>()
  pool.on('error', (error) => {
    if (!outage.isReported) onError(error)
    outage.isReported = true
  })
  pool.on('connect', (client) => {
    outage.isReported = false
    // The failing query also reports it. A client in use has no other listener, and without one the error would end the
    // process.
    client.on('error', () => {})
    client.on('end', () => watched.delete(client))
    watched.set(client, { since: performance.now(), query: null, looks: 0 })
  })
  let meanUse = 0
  pool.on('acquire', (client) => {
    const state = watched.get(client)
    if (state) state.since = performance.now()
  })
  pool.on('release', (error, client) => {
    const state = watched.get(client)
    if (state?.since) meanUse += (performance.now() - state.since - meanUse) / USES
    if (state) state.since = null
    // pg's field for the time limit of a query that sets one.
    if (error?.message === 'Query read timeout') closeIdle()
  })

  /** Closes idle connections, since the cause of one hanging connection probably affects them, too. */
  function closeIdle(): void {
    for (const [client, { since }] of watched) if (since === null) cut(client)
  }

  const limitLooks = limit ? (limit + GRACE_MS) / LOOK_MS : Infinity
  const looking = setInterval(() => {
    if (pool.ended) return clearInterval(looking)
    let hangs = false
    for (const [client, state] of watched) {
      const query = runningQuery(client)
      // Counts checks instead of milliseconds, since this process cannot read a response while it is busy.
      state.looks = query && query === state.query ? state.looks + 1 : 0
      state.query = query
      if (state.looks < limitLooks) continue
      hangs = true
      cut(client)
    }
    if (hangs) closeIdle()
  }, LOOK_MS)
  looking.unref()

  const isAnswering = () => [...watched.values()].some(({ since, looks }) => since !== null && looks * LOOK_MS < 1000)
  /** Returns the error for a caller who did not get a connection in time: the database is either busy or down. */
  const explain = (error: Error) =>
    error.message === QUEUE_TIMEOUT && isAnswering()
      ? new DatabaseBusyError('Every connection was in use for too long')
      : error

  /**
   * Whether a new caller would time out, estimated from the number of waiting callers and from how long connections are
   * in use, recently and now.
   */
  function wouldTimeOut(): boolean {
    // Callers who are about to get an idle connection also count as waiting.
    const waiting = pool.waitingCount - pool.idleCount
    if (waiting < FEW_WAITING || !config.connectionTimeoutMillis) return false
    const now = performance.now()
    let inUse = 0
    for (const { since } of watched.values()) if (since !== null) inUse += now - since
    return (waiting * Math.max(meanUse, inUse / watched.size)) / pool.options.max > config.connectionTimeoutMillis
  }

  // All queries of a pool use its `connect`.
  const connect = pool.connect.bind(pool) as { (): Promise<pg.PoolClient>; (given: Given): void }
  const connectOrRefuse = (given?: Given) => {
    if (wouldTimeOut()) {
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
  const closeAll = () => [...watched.keys()].forEach(cut)
  return Object.assign(pool, { connect: connectOrRefuse as typeof pool.connect, closeAll, isAnswering })
}

/** Returns the query that a client is running. pg has no public name for it (docs/decisions/015). */
function runningQuery(client: pg.PoolClient): unknown {
  return (client as unknown as { _activeQuery: unknown })._activeQuery
}

/** Closes a connection. Its queries fail, and the pool drops it. */
function cut(client: pg.PoolClient): void {
  client.connection.stream.destroy(new Error('Connection terminated by us: it hangs'))
}
