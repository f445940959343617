import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { log } from './log.server.ts'

/** The table that records applied migrations. */
export const APPLIED = 'drizzle.__drizzle_migrations'

type Migration = Pick<ReturnType<typeof readMigrationFiles>[number], 'sql' | 'hash' | 'folderMillis'>

/** `create index concurrently`, with the name of the index. */
const CONCURRENTLY = /^(\s*create (?:unique )?index )concurrently (?:if not exists )?("?\w+"?)/i

/**
 * Applies the migrations in a folder that are newer than the newest applied one (`newest`, in ms; 0 if the database is
 * empty). Successive migrations share one transaction. A migration with concurrent indexes runs outside a transaction,
 * so that nodes of the previous build can continue to write. If such a migration is interrupted, the next start repeats
 * it.
 */
export async function applyMigrations(client: pg.Client, folder: string, newest: number): Promise<void> {
  await createRecord(client)
  const pending = readMigrationFiles({ migrationsFolder: folder }).filter(({ folderMillis }) => folderMillis > newest)
  let together: Migration[] = []
  for (const migration of pending) {
    // No other node uses an empty database, and its tables are empty.
    if (newest === 0 || !buildsIndexes(migration)) {
      together.push(migration)
      continue
    }
    await applyTogether(client, together)
    together = []
    await buildIndexes(client, migration)
  }
  await applyTogether(client, together)
}

const buildsIndexes = ({ sql }: Migration) => sql.some((statement) => CONCURRENTLY.test(statement))

async function applyTogether(client: pg.Client, migrations: Migration[]): Promise<void> {
  if (!migrations.length) return
  await client.query('begin')
  try {
    for (const migration of migrations) await applyWithin(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Applies a migration in the current transaction. A transaction cannot build indexes concurrently. */
export async function applyWithin(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of migration.sql) await client.query(statement.replace(CONCURRENTLY, '$1$2'))
  await recordMigration(client, migration)
}

/** Builds the indexes of a migration that contains nothing else (app/db/migrations.test.ts). */
async function buildIndexes(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of migration.sql) {
    const name = CONCURRENTLY.exec(statement)?.[2]
    if (!name) throw new Error('A migration with concurrent indexes contains another statement')
    const { rows } = await client.query<{ isValid: boolean }>(
      'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
      [name],
    )
    if (rows[0]?.isValid) continue
    log().info(`Building the index ${name.replaceAll('"', '')}. Other nodes can go on meanwhile`)
    // An interrupted build leaves an invalid index.
    if (rows[0]) await client.query(`drop index concurrently ${name}`)
    await client.query(statement)
  }
  await recordMigration(client, migration)
}

/** Creates the table that records applied migrations, if it is missing. */
export async function createRecord(client: pg.Client): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists ${APPLIED} (id serial primary key, hash text not null, created_at bigint)`,
  )
}

async function recordMigration(client: pg.Client, { hash, folderMillis }: Migration): Promise<void> {
  await client.query(`insert into ${APPLIED} (hash, created_at) values ($1, $2)`, [hash, folderMillis])
}
