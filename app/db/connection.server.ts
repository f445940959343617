import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { remember } from '../lib/remember.ts'
import * as accounts from './schema/accounts.server.ts'
import * as credits from './schema/credits.server.ts'
import * as games from './schema/games.server.ts'
import * as wishlist from './schema/wishlist.server.ts'

const schema = { ...accounts, ...credits, ...games, ...wishlist }

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool }
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export type DatabaseAddress = {
  /** A postgres:// address, or the connection of the embedded server. */
  primary: pg.PoolConfig
  /** Where reads that may be a moment old go; the primary when absent. */
  replica?: pg.PoolConfig | undefined
  /** Told of connections that broke while idle; the next query opens a new one. */
  onError: (error: Error) => void
}

const open = remember('database', () => ({
  pools: [] as pg.Pool[],
  primary: null as Database | null,
  replica: null as Database | null,
}))

/** Opens the pools. Connects on first use, so it never fails by itself. */
export function openDatabase(address: DatabaseAddress): void {
  open.primary = connect(address.primary, address.onError)
  open.replica = address.replica ? connect(address.replica, address.onError) : open.primary
}

/** The primary: for writes, and for reads that must see them. */
export function database(): Database {
  if (!open.primary) throw new Error('The database is not open')
  return open.primary
}

/** The replica where there is one: for lists, searches and look-ups of public pages. */
export function readDatabase(): Database {
  return open.replica ?? database()
}

/** Waits for running queries, then closes every connection. */
export async function closeDatabase(): Promise<void> {
  open.primary = open.replica = null
  await Promise.all(open.pools.splice(0).map((pool) => pool.end()))
}

function connect(config: pg.PoolConfig, onError: (error: Error) => void): Database {
  // What a page asks for takes milliseconds; what takes a second is not worth waiting for. Imports lift the limit.
  const pool = new pg.Pool({ max: 10, connectionTimeoutMillis: 1500, statement_timeout: 1000, ...config })
  pool.on('error', onError)
  open.pools.push(pool)
  return drizzle(pool, { schema })
}
