import * as fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { DatabaseStartError } from '../db/embedded-account.server.ts'
import { findServer } from '../db/embedded-cluster.server.ts'
import { LOCK } from '../server/migrate.server.ts'
import { refuseOthers } from './load-tables.server.ts'
import { isOfOtherRelease } from './schema-version.server.ts'

/** Data of a newer release that a restore moved out of its way. */
export type Aside = {
  /** Where it is and how to bring it back, a line each. */
  lines: string[]
  /** Undoes the move, for a restore that fails. */
  putBack: () => Promise<void>
}

/** What a portal creates in a database: its tables, the list of migrations, the queues. */
const SCHEMAS = ['public', 'drizzle', 'jobs']
/** The extension of the migrations. Its operators are found in `public`, so it stays there. */
const EXTENSION = 'pg_trgm'

/** Whether a database was migrated by a release that this one does not know. */
export async function isNewerData(connection: pg.ClientConfig): Promise<boolean> {
  return onClient(connection, isOfOtherRelease)
}

/**
 * Renames the cluster in this DATA_DIR, so that an empty one is created in its place. Nothing may run on it. Throws a
 * DatabaseStartError where it is in use.
 */
export function setClusterAside(dataDir: string, now = new Date()): Aside {
  const folder = path.resolve(dataDir, 'postgres')
  const aside = `${folder}-newer-${stamp(now)}`
  if (findServer(folder)) throw new DatabaseStartError(`PostgreSQL still runs on ${folder}: stop every portal first`)
  fs.renameSync(folder, aside)
  return {
    lines: [
      `The data of the newer release is now in ${aside}. Everything written since the upgrade is in it`,
      `To bring it back: stop the portal, then mv ${folder} ${folder}-older && mv ${aside} ${folder}, then start the newer release`,
    ],
    async putBack() {
      fs.rmSync(folder, { recursive: true, force: true })
      fs.renameSync(aside, folder)
    },
  }
}

/** Renames the schemas of a portal in a database, so that empty ones are created in their place. Throws a BackupError where it is in use. */
export async function setSchemasAside(connection: pg.ClientConfig, now = new Date()): Promise<Aside> {
  const [newer, older] = [`newer_${stamp(now)}`, `older_${stamp(now)}`]
  const moved = await onClient(connection, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await refuseOthers(client)
    const { rows } = await client.query<{ name: string }>(
      'select nspname as name from pg_namespace where nspname = any($1) order by array_position($1, nspname::text)',
      [SCHEMAS],
    )
    const names = rows.map(({ name }) => name)
    await inTransaction(client, [
      ...names.map((name) => `alter schema ${name} rename to ${newer}_${name}`),
      'create schema public',
      'grant usage on schema public to public',
      `alter extension ${EXTENSION} set schema public`,
    ])
    return names
  })
  const back = moved.map((name) => `alter schema ${newer}_${name} rename to ${name}`)
  // A portal creates its queues when it first runs.
  const queues = 'create schema if not exists jobs'
  const swap = [queues, ...SCHEMAS.map((name) => `alter schema ${name} rename to ${older}_${name}`), ...back]
  const extension = `alter extension ${EXTENSION} set schema public`
  return {
    lines: [
      `The data of the newer release is now in the schemas ${moved.map((name) => `${newer}_${name}`).join(', ')}, tables of your own in public included. Everything written since the upgrade is in it`,
      `To bring it back: stop every portal, run in psql: begin; ${[...swap, extension].join('; ')}; commit; then start the newer release`,
    ],
    async putBack() {
      await onClient(connection, (client) =>
        inTransaction(client, [
          // The failed restore may have created the queues.
          'drop schema if exists jobs, drizzle cascade',
          `alter extension ${EXTENSION} set schema ${newer}_public`,
          'drop schema public',
          ...back,
        ]),
      )
    },
  }
}

async function onClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...connection })
  client.on('error', () => {}) // the query that runs fails with it; without a listener it would end the process
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function inTransaction(client: pg.Client, statements: string[]): Promise<void> {
  for (const statement of ['begin', `set local lock_timeout = '10s'`, ...statements, 'commit']) {
    await client.query(statement)
  }
}

/** `20261125_031000`, in UTC. */
function stamp(now: Date): string {
  return now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_')
}
