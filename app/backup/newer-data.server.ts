import * as fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { DatabaseStartError } from '../db/embedded-account.server.ts'
import { findServer } from '../db/embedded-cluster.server.ts'
import { config } from '../server/process/config.server.ts'
import { takeLock } from '../server/process/migrate.server.ts'
import { refuseOthers } from './load-tables.server.ts'
import { isOfOtherRelease } from './schema-version.server.ts'

/** Data of a newer release that a restore has moved out of the way. */
export type Aside = {
  /** Messages about where the data is and how to restore it, one per line. */
  lines: string[]
  /** Reverts the move if the restore fails. */
  putBack: () => Promise<void>
}

/**
 * The portal's schemas that are renamed: migrations and queues. `public` is not renamed, since it contains extensions.
 */
const SCHEMAS = ['drizzle', 'jobs']

/** Returns whether a release that is unknown to this one has migrated the database. */
export async function isNewerData(connection: pg.ClientConfig): Promise<boolean> {
  return onClient(connection, isOfOtherRelease)
}

/**
 * Returns whether a database that a restore has moved out of the way still exists: of a newer release, or of another
 * major version of PostgreSQL. It refers to stored files, which are not moved.
 */
export async function hasDataAside(client: pg.Client): Promise<boolean> {
  if (fs.globSync('postgres-{newer-*,[0-9]*}', { cwd: config().dataDir }).length) return true
  const { rowCount } = await client.query(String.raw`select from pg_namespace where nspname like 'newer\_%\_public'`)
  return rowCount !== 0
}

/**
 * Renames the cluster in this DATA_DIR, so that an empty cluster can take its place. Throws a DatabaseStartError if
 * PostgreSQL still runs on it.
 */
export function setClusterAside(dataDir: string, now = new Date()): Aside {
  const folder = path.resolve(dataDir, 'postgres')
  const aside = `${folder}-newer-${stamp(now)}`
  if (findServer(folder)) throw new DatabaseStartError(`PostgreSQL still runs on ${folder}: stop every portal first`)
  fs.renameSync(folder, aside)
  return {
    lines: [
      `The data of the newer release is now in ${aside}. Everything written since the upgrade is in it`,
      `To bring it back: stop the portal, then mv ${folder} ${folder}-older && mv ${aside} ${folder}, ` +
        'then start the newer release',
    ],
    async putBack() {
      fs.rmSync(folder, { recursive: true, force: true })
      fs.renameSync(aside, folder)
    },
  }
}

/**
 * Moves the database user's objects in `public` to another schema and renames the portal's other schemas, so that empty
 * schemas take their place. Throws a BackupError if the database is in use.
 */
export async function setSchemasAside(connection: pg.ClientConfig, now = new Date()): Promise<Aside> {
  const [newer, older] = [`newer_${stamp(now)}`, `older_${stamp(now)}`]
  const renamed = await onClient(connection, async (client) => {
    await takeLock(client)
    await refuseOthers(client)
    const { rows } = await client.query<{ name: string }>(
      'select nspname as name from pg_namespace where nspname = any($1) order by array_position($1, nspname::text)',
      [SCHEMAS],
    )
    const names = rows.map(({ name }) => name)
    await inTransaction(client, [
      `create schema ${newer}_public`,
      moveObjects([['public', `${newer}_public`]]),
      ...names.map((name) => `alter schema ${name} rename to ${newer}_${name}`),
    ])
    return names
  })
  const back = renamed.map((name) => `alter schema ${newer}_${name} rename to ${name}`)
  const swap = [
    // A portal creates its queues when it first runs, and a restore that was killed may have created nothing.
    ...SCHEMAS.map((name) => `create schema if not exists ${name}`),
    ...SCHEMAS.map((name) => `alter schema ${name} rename to ${older}_${name}`),
    ...back,
    `create schema ${older}_public`,
    moveObjects([
      ['public', `${older}_public`],
      [`${newer}_public`, 'public'],
    ]),
    `drop schema ${newer}_public`,
  ]
  const schemas = ['public', ...renamed].map((name) => `${newer}_${name}`).join(', ')
  return {
    lines: [
      `The data of the newer release is now in the schemas ${schemas}, tables of your own in public included. ` +
        'Everything written since the upgrade is in it',
      `To bring it back: stop every portal, run in psql: begin; ${swap.join('; ')}; commit; ` +
        'then start the newer release',
    ],
    async putBack() {
      await onClient(connection, (client) =>
        inTransaction(client, [
          // The failed restore may have created the queues.
          'drop schema if exists jobs, drizzle cascade',
          ...back,
          moveObjects([[`${newer}_public`, 'public']]),
          `drop schema ${newer}_public`,
        ]),
      )
    },
  }
}

/**
 * Returns a statement that moves functions, types, tables, views and sequences between schemas, one pair of schemas
 * after another. It skips objects of other roles and members of extensions: those of a trusted extension belong to the
 * superuser.
 */
function moveObjects(moves: [from: string, to: string][]): string {
  const values = moves.map(([from, to], at) => `(${at}, '${from}', '${to}')`).join(', ')
  // The statement is also printed for psql, so it must stay on one line.
  const owned = (catalog: string, owner: string) =>
    `pg_has_role(${owner}, 'usage') and not exists (select from pg_depend where ` +
    `classid = '${catalog}'::regclass and objid = o.oid and ` +
    "(deptype = 'e' or deptype in ('a', 'i') and refclassid = 'pg_class'::regclass))"
  // Move functions before types, and types before tables: a function's name includes its argument types.
  const objects = [
    "select 1 as rank, pronamespace as schema, 'routine' as kind,",
    "format('%I(%s)', proname, pg_get_function_identity_arguments(o.oid)) as name",
    `from pg_proc o where ${owned('pg_proc', 'proowner')}`,
    "union all select 2, typnamespace, 'type', quote_ident(typname) from pg_type o",
    "where typelem = 0 and (typrelid = 0 or exists (select from pg_class where oid = typrelid and relkind = 'c'))",
    `and ${owned('pg_type', 'typowner')}`,
    "union all select 3, relnamespace, 'table', quote_ident(relname) from pg_class o",
    `where relkind in ('r', 'p', 'v', 'm', 'f', 'S') and ${owned('pg_class', 'relowner')}`,
  ].join(' ')
  return [
    'do $$ declare move text; begin for move in',
    "select format('alter %s %I.%s set schema %I', kind, source, name, target)",
    `from (values ${values}) as moves (step, source, target) join pg_namespace on nspname = source`,
    `join (${objects}) as objects on schema = pg_namespace.oid order by step, rank`,
    'loop execute move; end loop; end $$',
  ].join(' ')
}

async function onClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...connection })
  client.on('error', () => {}) // The running query fails, too. Without a listener, this event would end the process.
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

/** Formats a UTC timestamp, such as `20261125_031000`. */
function stamp(now: Date): string {
  return now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_')
}
