import pg from 'pg'

/** Every connection is in use, and the database answers: there are many people here. */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError'
}

export type Pool = pg.Pool & {
  /** Breaks every connection: what runs fails, what comes next gets a new one. */
  cutAll: () => void
  /** Whether a connection that is in use had an answer within the last second. */
  isAnswering: () => boolean
}

type Given = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (broken?: Error | boolean) => void,
) => void
/** `since`: when it was taken from the pool; null while it lies there. */
type Watched = { since: number | null; query: unknown; looks: number }

/** So few may always wait. */
const FEW_WAITING = 20
/** Of how many uses the mean is taken. */
const USES = 32
const LOOK_MS = 250
/** What a server that is well needs to tell that a query took too long. */
const GRACE_MS = 500
const QUEUE_TIMEOUT = 'timeout exceeded when trying to connect'

/**
 * A pool that outlives its connections (docs/decisions/015-connections-that-hang-are-cut.md). A query that has no answer half
 * a second after the server should have given it up (`statement_timeout`) fails, and its connection goes. Who would wait for
 * a connection in vain is refused at once, with a DatabaseBusyError. `onError` is told of idle connections that broke, once
 * an outage, which pools of one server share. `isPooled`: a pooler takes no settings with a connection, so the limit of a query
 * holds on our side alone.
 */
export function createPool(
  config: pg.PoolConfig,
  onError: (error: Error) => void,
  outage: { isTold: boolean } = { isTold: false },
  isPooled = false,
): Pool {
  const { statement_timeout: limit, ...plain } = config
  const sent = isPooled ? plain : config
  const pool = new pg.Pool({ keepAlive: true, keepAliveInitialDelayMillis: 2000, ...sent })
  const watched = new Map<pg.PoolClient, Watched>()
  pool.on('error', (error) => {
    if (!outage.isTold) onError(error)
    outage.isTold = true
  })
  pool.on('connect', (client) => {
    outage.isTold = false
    // Told also by the query that fails with it. A client in use has no other listener: its error would end the process.
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
    // pg's own limit, of a query that has one.
    if (error?.message === 'Query read timeout') cutIdle()
  })

  /** What made one hang has most likely happened to those that lie beside it. */
  function cutIdle(): void {
    for (const [client, { since }] of watched) if (since === null) cut(client)
  }

  const limitLooks = limit ? (limit + GRACE_MS) / LOOK_MS : Infinity
  const looking = setInterval(() => {
    if (pool.ended) return clearInterval(looking)
    let hangs = false
    for (const [client, state] of watched) {
      const query = runningQuery(client)
      // Looks are counted, not milliseconds: while this process is busy it can hear no answer.
      state.looks = query && query === state.query ? state.looks + 1 : 0
      state.query = query
      if (state.looks < limitLooks) continue
      hangs = true
      cut(client)
    }
    if (hangs) cutIdle()
  }, LOOK_MS)
  looking.unref()

  const isAnswering = () => [...watched.values()].some(({ since, looks }) => since !== null && looks * LOOK_MS < 1000)
  /** Whoever waits in vain for a connection is told which it is: crowded, or down. */
  const explain = (error: Error) =>
    error.message === QUEUE_TIMEOUT && isAnswering()
      ? new DatabaseBusyError('Every connection was in use for too long')
      : error

  /** By how many wait, and how long connections are in use, of late and just now. */
  function wouldWaitInVain(): boolean {
    // Those for whom a connection lies ready are counted as waiting, too.
    const waiting = pool.waitingCount - pool.idleCount
    if (waiting < FEW_WAITING || !config.connectionTimeoutMillis) return false
    const now = performance.now()
    let inUse = 0
    for (const { since } of watched.values()) if (since !== null) inUse += now - since
    return (waiting * Math.max(meanUse, inUse / watched.size)) / pool.options.max > config.connectionTimeoutMillis
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
  const cutAll = () => [...watched.keys()].forEach(cut)
  return Object.assign(pool, { connect: connectOrRefuse as typeof pool.connect, cutAll, isAnswering })
}

/** The query that a client waits for. pg's own limit of time would leave such a client in the pool, to hang again. */
function runningQuery(client: pg.PoolClient): unknown {
  return (client as unknown as { _activeQuery: unknown })._activeQuery
}

/** Every query that waits on the connection fails with this, and the pool drops it. */
function cut(client: pg.PoolClient): void {
  client.connection.stream.destroy(new Error('Connection terminated by us: it hangs'))
}
