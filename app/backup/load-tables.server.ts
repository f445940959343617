import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { LINK_LIVES_S } from '../accounts/sign-in/mail-tokens.server.ts'
import { MAILS } from '../server/mail/mail.server.ts'
import { addJobsAgain, type Queue, type Sql } from '../server/jobs/jobs.server.ts'
import { BackupError, JOB_COLUMNS, type Manifest } from './archive-format.server.ts'
import { hasQueues } from './dump-tables.server.ts'
import { listFunctions, listTables, migrateWithin, readSchemaVersion } from './schema-version.server.ts'

export type Loading = {
  addRows: (table: string, rows: Buffer) => Promise<void>
  addJobs: (rows: Buffer) => Promise<void>
  /**
   * Restores indexes, foreign keys and sequences, runs later migrations, queues the jobs and commits the transaction.
   */
  commit: () => Promise<{ leftOutJobs: number }>
  cleanUp: () => Promise<void>
}

/**
 * Begins to load an archive's tables into a database, in one transaction. The database must be empty unless `replace`
 * is set. `queues` are the queues that accept its jobs. Throws a BackupError if the database has data or is in use.
 */
export async function beginLoading(
  client: pg.Client,
  manifest: Manifest,
  { replace, queues }: { replace: boolean; queues: Queue[] },
): Promise<Loading> {
  await refuseOthers(client)
  await client.query('begin')
  await clear(client, replace)
  await migrateWithin(client, 0, manifest.schema.migrations)
  const restoreIndexes = await dropIndexes(client, listTables(manifest.schema.migrations))
  await client.query(`create temp table archived_jobs (id uuid, name text, data jsonb) on commit drop`)
  const columns = new Map(manifest.tables.map((table) => [table.name, table.columns]))
  const loaded = new Map<string, number>()

  async function copyIn(target: string, names: readonly string[], rows: Buffer): Promise<void> {
    const list = names.map((name) => client.escapeIdentifier(name)).join(', ')
    const copy = client.query(copyFrom(`copy ${target} (${list}) from stdin`))
    copy.end(rows)
    await finished(copy)
    loaded.set(target, (loaded.get(target) ?? 0) + copy.rowCount)
  }

  return {
    addRows: (table, rows) => copyIn(`public.${client.escapeIdentifier(table)}`, columns.get(table) ?? [], rows),
    addJobs: (rows) => copyIn('archived_jobs', JOB_COLUMNS, rows),
    async commit() {
      for (const { name, rows } of manifest.tables) {
        const count = loaded.get(`public.${client.escapeIdentifier(name)}`) ?? 0
        if (count !== rows) throw new BackupError(`${name} took ${count} rows of ${rows}`)
      }
      await restoreIndexes()
      for (const { table, column, last, called } of manifest.sequences) {
        await client.query(`select setval(pg_get_serial_sequence($1, $2), $3, $4)`, [
          `public.${client.escapeIdentifier(table)}`,
          column,
          last,
          called,
        ])
      }
      await migrateWithin(client, manifest.schema.migrations)
      const leftOutJobs = await loadJobs(client, queues, manifest)
      await client.query('commit')
      return { leftOutJobs }
    },
    /**
     * The planner needs statistics, and index-only scans need a vacuumed table. If this fails, autovacuum does it
     * later.
     */
    async cleanUp() {
      await client.query('vacuum (analyze)').catch(() => {})
    },
  }
}

/**
 * Throws a BackupError if other clients are connected, as every running node is, because the tables are about to be
 * dropped or moved.
 */
export async function refuseOthers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
       and backend_type = 'client backend'`,
  )
  const others = rows[0]?.others ?? 0
  if (others) throw new BackupError(`The database is in use (${others} connections): stop every portal first`)
}

async function clear(client: pg.Client, replace: boolean): Promise<void> {
  const { migrations } = await readSchemaVersion(client)
  const tables = listTables(migrations)
  const filled = await listFilled(client, tables)
  if (filled.length && !replace) {
    throw new BackupError(
      `There is a portal in the database already (${filled.join(', ')}): --replace puts the archive in its place`,
    )
  }
  if (tables.length) {
    // Do not use cascade: if an operator's objects depend on these tables, the restore must fail instead of deleting
    // them.
    await client.query(`drop table ${tables.map((name) => `public."${name}"`).join(', ')}`)
    await dropFunctions(client, listFunctions(migrations))
  }
  if (await hasQueues(client)) await client.query('delete from jobs.job')
}

/** Returns the row counts of players and games, such as "12 players". Empty tables are omitted. */
async function listFilled(client: pg.Client, tables: string[]): Promise<string[]> {
  const filled: string[] = []
  for (const name of ['players', 'games'].filter((table) => tables.includes(table))) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from public."${name}"`)
    if (rows[0]?.count) filled.push(`${rows[0].count} ${name}`)
  }
  return filled
}

/** Drops functions that the migrations created, but not those that an operator created. */
async function dropFunctions(client: pg.Client, names: string[]): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(
    `select format('drop function %s', oid::regprocedure) as drop from pg_proc
     where pronamespace = 'public'::regnamespace and proname = any($1)`,
    [names],
  )
  for (const { drop } of rows) await client.query(drop)
}

/**
 * Drops indexes and foreign keys. Building them over all rows is faster, and tables can then be loaded in any order.
 * Returns a function that restores them.
 */
async function dropIndexes(client: pg.Client, tables: string[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid)) as make
     from pg_constraint c join pg_class t on t.oid = conrelid
     where contype = 'f' and t.relnamespace = 'public'::regnamespace and t.relname = any($1)
     union all
     select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
     from pg_index i join pg_class t on t.oid = i.indrelid
     where t.relnamespace = 'public'::regnamespace and t.relname = any($1)
       and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [tables],
  )
  for (const { drop } of rows) await client.query(drop)
  return async () => {
    // Reverse the order, so that indexes are restored before foreign keys.
    for (const { make } of rows.toReversed()) await client.query(make)
  }
}

/** Queues the archived jobs within the transaction. Returns how many jobs were omitted. */
async function loadJobs(client: pg.Client, queues: Queue[], { madeAt }: Manifest): Promise<number> {
  const { rows } = await client.query<{ id: string; name: string; data: { kind?: string } }>(
    'select * from archived_jobs',
  )
  const ageS = (Date.now() - Date.parse(madeAt)) / 1000
  const lives = new Map(Object.entries(LINK_LIVES_S))
  const isCurrent = ({ name, data }: (typeof rows)[number]) =>
    name !== MAILS.name || ageS < (lives.get(data?.kind ?? '') ?? Infinity)
  const current = rows.filter(isCurrent)
  const within: Sql = (text, values) => client.query(text, values)
  const leftOut = current.length ? await addJobsAgain(queues, current, within) : 0
  return leftOut + rows.length - current.length
}
