import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { remember } from '../lib/remember.ts'
import { within } from '../lib/within.ts'
import { createPool, type Pool } from './pool.server.ts'
import type { Pooler } from './pooler.server.ts'

export type Database = NodePgDatabase & { $client: Pool }
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export type DatabaseAddress = {
  /** A postgres:// address, or the connection of the embedded server. */
  primary: pg.PoolConfig
  /** The same database past a pooler in transaction mode; `primary` itself when absent. */
  direct?: pg.PoolConfig | undefined
  /** The pooler that `primary` leads through. */
  pooler?: Pooler | null
  /** Told of connections that broke while idle, once an outage; the next query opens a new one. */
  onError: (error: Error) => void
}

const open = remember('database', () => ({
  pools: [] as Pool[],
  primary: null as Database | null,
  background: null as Database | null,
  preparesStatements: true,
  /** Of the transactions that run. */
  connections: new WeakMap<Transaction, pg.PoolClient>(),
}))

// What a page asks for takes milliseconds; what takes a second is not worth waiting for.
const FOR_PAGES = { max: 10, connectionTimeoutMillis: 1500, statement_timeout: 1000 }
const FOR_WORK = { max: 2, connectionTimeoutMillis: 10_000, statement_timeout: 600_000 }
const CLOSE_MS = 3000
const CUT_MS = 500

/** Opens the pools. Connects on first use, so it never fails by itself. */
export function openDatabase({ primary, direct = primary, pooler = null, onError }: DatabaseAddress): void {
  const outage = { isTold: false }
  open.preparesStatements = pooler?.preparesStatements ?? true
  open.primary = connect(createPool({ ...FOR_PAGES, ...primary }, onError, outage, pooler !== null))
  open.background = connect(createPool({ ...direct, ...FOR_WORK }, onError, outage))
}

/** The connections of page requests. */
export function database(): Database {
  if (!open.primary) throw new Error('The database is not open')
  return open.primary
}

/**
 * Two more connections, for work that may take minutes: imports and the queues. A query has ten minutes; page requests
 * are not affected.
 */
export function backgroundDatabase(): Database {
  if (!open.background) throw new Error('The database is not open')
  return open.background
}

/** Whether named statements may be used: not behind a pooler that mixes up those of its clients. */
export function preparesStatements(): boolean {
  return open.preparesStatements
}

/** The connection that a transaction runs on: for statements that Drizzle knows no name for. */
export function connectionOf(tx: Transaction): pg.PoolClient {
  const client = open.connections.get(tx)
  if (!client) throw new Error('A transaction within another has no connection of its own')
  return client
}

/** Waits a moment for what runs, then closes every connection. */
export async function closeDatabase(): Promise<void> {
  const pools = open.pools.splice(0)
  open.primary = open.background = null
  const closed = Promise.all(pools.map((pool) => pool.end()))
  await within(CLOSE_MS, closed).catch(() => pools.forEach((pool) => pool.cutAll()))
  await within(CUT_MS, closed).catch(() => {})
}

function connect(pool: Pool): Database {
  open.pools.push(pool)
  const database = drizzle<Record<string, never>, Pool>(pool)
  const clients = new WeakMap<pg.PoolClient, NodePgDatabase>()
  // Drizzle's own keeps a connection for ever when it breaks at `begin`, and gives one back that could not roll back.
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
