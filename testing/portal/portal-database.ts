import path from 'node:path'
import pg from 'pg'
import { SUPERUSER } from '../../app/db/embedded-cluster.server.ts'
import type { SpawnedPortal } from './portal-process.ts'

/** These only end a hang. */
const CONNECT_MS = 60_000
const QUERY_MS = 120_000

/** Connects directly to a portal's database: by its socket, or by the configured address. */
export function databaseOf({ dataDir, environment }: Pick<SpawnedPortal, 'dataDir' | 'environment'>): pg.ClientConfig {
  const url = environment.DATABASE_URL
  if (url) return { connectionString: url }
  return { host: path.join(dataDir, 'postgres-socket'), user: SUPERUSER, database: 'playhall', ssl: false }
}

/** Runs one query on a separate connection. */
export async function query<Row extends pg.QueryResultRow>(
  database: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ ...database, connectionTimeoutMillis: CONNECT_MS, query_timeout: QUERY_MS })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
