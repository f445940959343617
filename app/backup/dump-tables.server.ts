import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { LINK_LIVES_S } from '../accounts/sign-in/mail-tokens.server.ts'
import { fileHref } from '../lib/file-href.ts'
import { MAILS } from '../server/mail/mail.server.ts'
import { isStorageKey, STORED_KINDS } from '../server/files/storage-key.server.ts'
import { BackupError, JOB_COLUMNS, type Manifest, PIECE_BYTES } from './archive-format.server.ts'
import { listTables, readSchemaVersion } from './schema-version.server.ts'

type Table = { name: string; columns: string[] }

/** Adds the files with these keys to the backup. Returns the keys of missing files. */
type AddFiles = (keys: string[]) => Promise<string[]>

/** Receives whole rows in COPY's text format. `table` is null for rows of the queues. */
type AddRows = (table: string | null, piece: number, content: Buffer) => Promise<void>

/**
 * Dumps all rows from one snapshot while the portal keeps running, after the files to which those rows refer. Skips
 * unlogged tables (attempts, marks of views), which a crash may empty, and generated columns. Also returns the keys of
 * missing files.
 */
export async function dumpTables(client: pg.Client, addFiles: AddFiles, addRows: AddRows) {
  for (const setting of SETTINGS) await client.query(`set ${setting}`)
  const schema = await readSchemaVersion(client)
  if (schema.migrations === 0) throw new BackupError('There is nothing to back up: the database has no portal in it')
  const known = listTables(schema.migrations)
  const { tables, missing } = await chooseMoment(client, schema.migrations, addFiles)
  for (const { name, columns } of tables) {
    const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
    await copyOut(client, `copy ${quote(name)} (${list}) to stdout`, (piece, rows) => addRows(name, piece, rows))
  }
  if (await hasQueues(client)) {
    const query = `select ${JOB_COLUMNS.join(', ')} from jobs.job
      where state < 'completed' and (${IS_EXPIRED}) is not true order by id`
    await copyOut(client, `copy (${query}) to stdout`, (piece, rows) => addRows(null, piece, rows))
  }
  // Read the sequences after the rows, so that a restored portal does not reuse a number that was assigned in the
  // meantime.
  const sequences = await readSequences(client, known)
  await client.query('commit')
  return { schema, tables, sequences, missing }
}

/**
 * Begins the transaction for all reads, with a snapshot whose files could be read. If a file is missing, it may have
 * just been replaced, so the function tries a new snapshot. A file that is missing twice had been lost before. Returns
 * the tables and the keys of lost files.
 */
async function chooseMoment(
  client: pg.Client,
  migrations: number,
  addFiles: AddFiles,
): Promise<{ tables: Table[]; missing: string[] }> {
  const known = listTables(migrations)
  for (let lost = new Set<string>(); ;) {
    await client.query('begin isolation level repeatable read read only')
    // Lock the tables before taking the snapshot, so that they cannot be altered in between.
    await client.query(`lock table ${known.map(quote).join(', ')} in access share mode`)
    if ((await readSchemaVersion(client)).migrations !== migrations) {
      throw new BackupError('The portal is being upgraded right now: try again when it runs')
    }
    const missing = await addFiles(await listNamedFiles(client, known))
    if (missing.every((key) => lost.has(key))) return { tables: await describeTables(client, known), missing }
    lost = new Set(missing)
    await client.query('rollback')
  }
}

async function listNamedFiles(client: pg.Client, tables: string[]): Promise<string[]> {
  const keys = new Set<string>()
  for (const { table, column } of STORED_KINDS) {
    if (!tables.includes(table)) continue // The database predates this kind of file.
    const { rows } = await client.query<{ named: string }>(
      `select distinct "${column}" as named from ${quote(table)} where "${column}" is not null`,
    )
    for (const { named } of rows) {
      // Some columns store the path at which the file is served instead of its key.
      const key = named.replace(fileHref(''), '')
      if (isStorageKey(key)) keys.add(key)
    }
  }
  return [...keys]
}

/**
 * SQL condition that matches a job for an email whose link has expired. Sending it would be pointless. Null for an
 * email without a `kind`, which has no such link.
 */
const IS_EXPIRED = Object.entries(LINK_LIVES_S)
  .map(
    ([kind, seconds]) =>
      `name = '${MAILS.name}' and data->>'kind' = '${kind}' and created_on < now() - interval '${seconds} seconds'`,
  )
  .join(' or ')

export async function hasQueues(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('jobs.job') is not null as there`)
  return Boolean(rows[0]?.there)
}

async function describeTables(client: pg.Client, names: string[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and c.relpersistence = 'p'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
    [names],
  )
  return rows
}

/**
 * Copies rows in pieces that end at row ends, so that each piece can be read by itself. All pieces share one buffer.
 */
async function copyOut(
  client: pg.Client,
  statement: string,
  add: (piece: number, rows: Buffer) => Promise<void>,
): Promise<void> {
  let gathered = Buffer.allocUnsafe(PIECE_BYTES)
  let bytes = 0
  let piece = 0
  for await (const chunk of client.query(copyTo(statement)) as AsyncIterable<Buffer>) {
    if (bytes + chunk.length > gathered.length) {
      const end = gathered.lastIndexOf(10, bytes - 1) + 1
      if (end) await add(++piece, gathered.subarray(0, end))
      gathered.copyWithin(0, end, bytes)
      bytes -= end
      // This row is larger than a piece.
      if (bytes + chunk.length > gathered.length) {
        gathered = Buffer.concat([gathered.subarray(0, bytes)], bytes + chunk.length + PIECE_BYTES)
      }
    }
    bytes += chunk.copy(gathered, bytes)
  }
  if (bytes) await add(++piece, gathered.subarray(0, bytes))
}

async function readSequences(client: pg.Client, tables: string[]): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; table: string; column: string }>(
    `select format('%I.%I', n.nspname, s.relname) as name, t.relname as table, a.attname as column
     from pg_class s join pg_namespace n on n.oid = s.relnamespace
       join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
       join pg_class t on t.oid = d.refobjid join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
     where s.relkind = 'S' and t.relnamespace = 'public'::regnamespace and t.relname = any($1) order by 1`,
    [tables],
  )
  const sequences: Manifest['sequences'] = []
  for (const { name, table, column } of rows) {
    const read = await client.query<{ last: string; called: boolean }>(
      `select last_value as last, is_called as called from ${name}`,
    )
    sequences.push({ table, column, ...read.rows[0]! })
  }
  return sequences
}

/** Quotes a table name. Our names contain only letters and `_`, so they need no escaping. */
function quote(name: string): string {
  return `public."${name}"`
}

/** Settings that make values read the same on any server and lift the portal's time limits for a long read. */
const SETTINGS = [
  `client_encoding = 'UTF8'`,
  `datestyle = 'ISO, YMD'`,
  `intervalstyle = 'postgres'`,
  `timezone = 'UTC'`,
  'extra_float_digits = 3',
  `lock_timeout = '10s'`,
  'statement_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
]
