import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

const OLDEST = 15

/** Brings a database up to date; gives how many migrations it lacked. Nodes that start at once take turns. */
export async function migrate(connection: pg.PoolConfig): Promise<number> {
  const client = new pg.Client(connection)
  client.on('error', () => {}) // the query that runs fails with it; without a listener it would end the process
  try {
    await client.connect()
    await refuseOldServer(client)
    // A migration may take longer than any query of the portal is allowed to.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const before = await countApplied(client)
    await applyMigrations(drizzle(client), { migrationsFolder: FOLDER })
    return (await countApplied(client)) - before
  } finally {
    await client.end() // and with it the lock
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  )
  const server = rows[0]
  if (server && server.number >= OLDEST * 10_000) return
  throw new Error(`The database is PostgreSQL ${server?.version}; Playhall needs ${OLDEST} or later`)
}

async function countApplied(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  )
  if (!rows[0]?.there) return 0
  const counted = await client.query<{ applied: number }>(
    'select count(*)::int as applied from drizzle.__drizzle_migrations',
  )
  return counted.rows[0]?.applied ?? 0
}

export const FOLDER = path.join(import.meta.dirname, '../../db/migrations')
/** Any number that nothing else locks. */
export const LOCK = 7_525_425
