import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { FOLDER } from '../server/migrate.server.ts'
import { BackupError, type Manifest } from './archive-format.server.ts'

/** How many migrations a database has, and the hash of the last. Throws a BackupError for those of another release. */
export async function readSchemaVersion(client: pg.Client): Promise<{ migrations: number; hash: string }> {
  const found = await client.query<{ there: boolean }>(`select to_regclass('${TABLE}') is not null as there`)
  if (!found.rows[0]?.there) return { migrations: 0, hash: '' }
  const { rows } = await client.query<{ hash: string; at: string }>(
    `select hash, created_at as at from ${TABLE} order by created_at desc limit 1`,
  )
  const last = rows[0]
  if (!last) return { migrations: 0, hash: '' }
  const at = listMigrations().findIndex(({ hash }) => hash === last.hash)
  if (at < 0) {
    throw new BackupError(
      'The database is of another release of Playhall, newer than this one: use the release that runs on it',
    )
  }
  return { migrations: at + 1, hash: last.hash }
}

/** Throws a BackupError for an archive whose tables this release cannot make. */
export function checkSchemaIsKnown(file: string, { schema, playhall }: Manifest): void {
  if (listMigrations()[schema.migrations - 1]?.hash === schema.hash) return
  throw new BackupError(
    `${file} was made by another release, Playhall ${playhall}: restore it with that one or a later`,
  )
}

/** Migrates in the transaction that runs, from so many migrations to so many: the migrator itself would commit. */
export async function migrateWithin(client: pg.Client, from: number, to = Infinity): Promise<void> {
  if (from === 0) {
    await client.query('create schema if not exists drizzle')
    await client.query(
      `create table if not exists ${TABLE} (id serial primary key, hash text not null, created_at bigint)`,
    )
    await client.query(`delete from ${TABLE}`)
  }
  for (const { sql, hash, folderMillis } of listMigrations().slice(from, to)) {
    for (const statement of sql) await client.query(statement)
    await client.query(`insert into ${TABLE} (hash, created_at) values ($1, $2)`, [hash, folderMillis])
  }
}

/** The names of the tables that so many migrations make. */
export function listTables(migrations: number): string[] {
  if (migrations === 0) return []
  const file = path.join(FOLDER, 'meta', `${String(migrations - 1).padStart(4, '0')}_snapshot.json`)
  const { tables } = JSON.parse(readFileSync(file, 'utf8')) as { tables: Record<string, { name: string }> }
  return Object.values(tables).map(({ name }) => name)
}

/** The names of the functions that so many migrations make. */
export function listFunctions(migrations: number): string[] {
  const statements = listMigrations()
    .slice(0, migrations)
    .flatMap(({ sql }) => sql)
  return statements.flatMap((sql) =>
    [...sql.matchAll(/\bcreate (?:or replace )?function (?:"?public"?\.)?"?(\w+)/gi)].map(([, name]) => name!),
  )
}

function listMigrations() {
  return readMigrationFiles({ migrationsFolder: FOLDER })
}

/** In step with the migrator of drizzle-orm. */
const TABLE = 'drizzle.__drizzle_migrations'
