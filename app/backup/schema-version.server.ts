import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { APPLIED, applyWithin, createRecord } from '../server/process/apply-migrations.server.ts'
import { FOLDER } from '../server/process/migrate.server.ts'
import { BackupError, type Manifest } from './archive-format.server.ts'

/**
 * Returns the number of migrations in a database and the hash of the last migration. Throws a BackupError for a
 * database of another release.
 */
export async function readSchemaVersion(client: pg.Client): Promise<{ migrations: number; hash: string }> {
  const hash = await readLastMigration(client)
  if (hash === null) return { migrations: 0, hash: '' }
  const at = positionOf(hash)
  if (at < 0) {
    throw new BackupError(
      'The database is of another release of Playhall, newer than this one: ' +
        'use the release that runs on it, or go back with restore <file> --replace',
    )
  }
  return { migrations: at + 1, hash }
}

/** Returns whether this release lacks the last migration of a database. */
export async function isOfOtherRelease(client: pg.Client): Promise<boolean> {
  const hash = await readLastMigration(client)
  return hash !== null && positionOf(hash) < 0
}

/** Returns the hash of the last migration, or null if there is none. */
async function readLastMigration(client: pg.Client): Promise<string | null> {
  const found = await client.query<{ there: boolean }>(`select to_regclass('${APPLIED}') is not null as there`)
  if (!found.rows[0]?.there) return null
  const { rows } = await client.query<{ hash: string }>(`select hash from ${APPLIED} order by created_at desc limit 1`)
  return rows[0]?.hash ?? null
}

function positionOf(last: string): number {
  return listMigrations().findIndex(({ hash }) => hash === last)
}

/** Throws a BackupError for an archive whose tables this release cannot create. */
export function checkSchemaIsKnown(file: string, { schema, playhall }: Manifest): void {
  if (listMigrations()[schema.migrations - 1]?.hash === schema.hash) return
  throw new BackupError(
    `${file} was made by another release, Playhall ${playhall}: restore it with that one or a later`,
  )
}

/** Runs the migrations from `from` up to, but not including, `to` in the current transaction. */
export async function migrateWithin(client: pg.Client, from: number, to = Infinity): Promise<void> {
  if (from === 0) {
    await createRecord(client)
    await client.query(`delete from ${APPLIED}`)
  }
  for (const migration of listMigrations().slice(from, to)) await applyWithin(client, migration)
}

/** Returns the names of the tables that exist after the first `migrations` migrations. */
export function listTables(migrations: number): string[] {
  if (migrations === 0) return []
  const file = path.join(FOLDER, 'meta', `${String(migrations - 1).padStart(4, '0')}_snapshot.json`)
  const { tables } = JSON.parse(readFileSync(file, 'utf8')) as { tables: Record<string, { name: string }> }
  return Object.values(tables).map(({ name }) => name)
}

/** Returns the names of the functions that the first `migrations` migrations create. */
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
