import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { remember } from '../lib/remember.ts'
import { within } from '../lib/within.ts'
import { createPool, type Pool } from './pool.server.ts'
import type { Pooler } from './pooler.server.ts'

export type Database = NodePgDatabase & { $client: Pool }
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export type DatabaseAddress = {
  /** A postgres:// URL, or the connection of the embedded server. */
  primary: pg.PoolConfig
  /** The same database, bypassing a pooler in transaction mode; defaults to `primary`. */
  direct?: pg.PoolConfig | undefined
  /** The pooler behind `primary`. */
  pooler?: Pooler | null
  /** Called once per outage when idle connections break. The next query opens a new connection. */
  onError: (error: Error) => void
}

const open = remember('database', () => ({
  pools: [] as Pool[],
  primary: null as Database | null,
  background: null as Database | null,
  preparesStatements: true,
  /** The connection of each running transaction. */
  connections: new WeakMap<Transaction, pg.PoolClient>(),
}))

// Page queries take milliseconds. A query that takes a second is not worth waiting for.
const FOR_PAGES = { max: 10, connectionTimeoutMillis: 1500, statement_timeout: 1000 }
const FOR_WORK = { max: 2, connectionTimeoutMillis: 10_000, statement_timeout: 600_000 }
const CLOSE_MS = 3000
const CUT_MS = 500

/** Opens the pools. They connect on first use, so this never fails. */
export function openDatabase({ primary, direct = primary, pooler = null, onError }: DatabaseAddress): void {
  const outage = { isReported: false }
  open.preparesStatements = pooler?.preparesStatements ?? true
  open.primary = connect(createPool({ ...FOR_PAGES, ...primary }, onError, outage, pooler !== null))
  open.background = connect(createPool({ ...direct, ...FOR_WORK }, onError, outage))
}

/** The connections for page requests. */
export function database(): Database {
  if (!open.primary) throw new Error('The database is not open')
  return open.primary
}

/**
 * Two more connections, for imports, queues and other slow work. Their queries may take ten minutes without affecting
 * page requests.
 */
export function backgroundDatabase(): Database {
  if (!open.background) throw new Error('The database is not open')
  return open.background
}

/** Whether named statements may be used. Some poolers mix up the statements of different clients. */
export function preparesStatements(): boolean {
  return open.preparesStatements
}

/** The connection of a transaction, for prepared statements in raw SQL. Throws within a nested transaction. */
export function connectionOf(tx: Transaction): pg.PoolClient {
  const client = open.connections.get(tx)
  if (!client) throw new Error('A transaction within another has no connection of its own')
  return client
}

/** Closes every connection. Queries have 3 seconds to finish before they are cut off. */
export async function closeDatabase(): Promise<void> {
  const pools = open.pools.splice(0)
  open.primary = open.background = null
  const closed = Promise.all(pools.map((pool) => pool.end()))
  await within(CLOSE_MS, closed).catch(() => pools.forEach((pool) => pool.closeAll()))
  await within(CUT_MS, closed).catch(() => {})
}

function connect(pool: Pool): Database {
  open.pools.push(pool)
  const database = drizzle<Record<string, never>, Pool>(pool)
  const clients = new WeakMap<pg.PoolClient, NodePgDatabase>()
  // Drizzle never releases a connection on which `begin` fails, and returns a connection to the pool even if its
  // rollback failed.
  database.transaction = async (work, settings) => {
    const client = await pool.connect()
    try {
      let own = clients.get(client)
      if (!own) clients.set(client, (own = drizzle(client)))
      return await own.transaction((tx) => {
        open.connections.set(tx, client)
        return work(tx)
      }, settings)
    } finally {
      client.release(client.getTransactionStatus() !== 'I')
    }
  }
  return database
}
