import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { explainDatabaseFault, rootOf } from './database-fault.server.ts'
import { DatabaseStartError } from './embedded-account.server.ts'

/** A pooler in transaction mode, such as PgBouncer: each transaction may run on a different server connection. */
export type Pooler = {
  /** True for PgBouncer 1.21 and later with max_prepared_statements. */
  preparesStatements: boolean
}

const CONNECT_MS = 10_000
const ROUNDS = 5

/**
 * Whether a client's transactions run on different server connections, or on one that another client shares. `client`
 * is connected with `connection`.
 */
export async function isPooled(client: pg.Client, connection: pg.ClientConfig): Promise<boolean> {
  return withClient(connection, async (other) => {
    const [ours, theirs] = [new Set<number>(), new Set<number>()]
    for (let round = 0; round < ROUNDS; round++) {
      ours.add(await readPid(client))
      theirs.add(await readPid(other))
    }
    return ours.size > 1 || theirs.size > 1 || [...ours].some((pid) => theirs.has(pid))
  })
}

/**
 * Describes the pooler behind DATABASE_URL; null if each client has its own server connection. `direct` bypasses the
 * pooler. Throws a DatabaseStartError if the two lead to different databases, or if the pooler does not support
 * transactions.
 */
export async function findPooler(pages: pg.ClientConfig, direct: pg.ClientConfig): Promise<Pooler | null> {
  try {
    return await withClient(pages, async (client) => {
      await refuseOtherDatabase(client, direct)
      await refuseStatementMode(client)
      if (!(await isPooled(client, pages))) return null
      const preparesStatements = await withClient(pages, (other) => keepsStatementsApart(client, other))
      return { preparesStatements }
    })
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error
    const line = explainDatabaseFault(error, 'DATABASE_URL') ?? `DATABASE_URL cannot be used: ${rootOf(error).message}`
    throw new DatabaseStartError(line, { cause: error })
  }
}

/** A lock held through one of them is visible through the other only if both lead to the same database. */
async function refuseOtherDatabase(client: pg.Client, direct: pg.ClientConfig): Promise<void> {
  const key = randomBytes(4).readInt32BE()
  await withClient(direct, async (holder) => {
    await holder.query('select pg_advisory_lock($1::int, $1::int)', [key])
    const { rows } = await client.query<{ isFree: boolean }>(
      'select pg_try_advisory_xact_lock($1::int, $1::int) as "isFree"',
      [key],
    )
    if (rows[0]?.isFree)
      throw new DatabaseStartError(
        'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: make both name the same',
      )
  })
}

async function refuseStatementMode(client: pg.Client): Promise<void> {
  try {
    await client.query('begin')
    await client.query('rollback')
  } catch (error) {
    throw new DatabaseStartError(
      'DATABASE_URL leads through a pooler in statement mode, which allows no transactions: ' +
        'set its pool_mode to transaction',
      { cause: error },
    )
  }
}

/**
 * Whether clients can use the same statement name. Without this, the statements of two clients collide on a server
 * connection.
 */
async function keepsStatementsApart(one: pg.Client, other: pg.Client): Promise<boolean> {
  const clients = [one, other]
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const name = `playhall_${randomBytes(6).toString('hex')}`
      for (const at of [0, 1, 0, 1]) {
        const { rows } = await clients[at]!.query<{ at: number }>({ name, text: `select ${at} as at` })
        if (rows[0]?.at !== at) return false
      }
    }
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError) return false
    throw error
  }
}

async function readPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS, ...connection })
  client.on('error', () => {}) // the running query fails with it; without a listener it would end the process
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
