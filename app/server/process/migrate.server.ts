import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { PROJECT_FOLDER } from '../../lib/project-folder.server.ts'
import { explainDatabaseFault, rootOf } from '../../db/database-fault.server.ts'
import { isPooled } from '../../db/pooler.server.ts'
import { DatabaseStartError } from '../../db/embedded-account.server.ts'
import { APPLIED, applyMigrations } from './apply-migrations.server.ts'
import { announceWaiting, connectFirst } from './first-connection.server.ts'

/**
 * Applies the pending migrations and returns how many it applied. Nodes that start at the same time take turns. Throws
 * a DatabaseStartError if the database cannot or must not be used. `place` is the name of the database's setting in the
 * message.
 */
export async function migrate(
  connection: pg.PoolConfig,
  place = connection.connectionString ? 'DATABASE_URL' : 'The database in DATA_DIR',
): Promise<number> {
  const client = await connectFirst(connection).catch((error: unknown) => {
    const line = explainDatabaseFault(error, place) ?? `${place} cannot be used: ${rootOf(error).message}`
    throw new DatabaseStartError(line, { cause: error })
  })
  try {
    await refuseUnfit(client)
    if (connection.connectionString) await refusePooled(client, connection, place)
    // A migration may take longer than the timeout of the portal's other queries.
    await client.query('set statement_timeout = 0')
    await announceWaiting('Waiting for another node, which brings the database up to date', takeLock(client))
    const before = await findApplied(client)
    refuseNewer(before.newest)
    await applyMigrations(client, FOLDER, before.newest)
    return (await findApplied(client)).count - before.count
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error
    const line = explainDatabaseFault(error, place)
    throw line ? new DatabaseStartError(line, { cause: error }) : error
  } finally {
    await client.end().catch(() => {}) // this also releases the lock
  }
}

/**
 * Takes the lock of migrations until the connection ends. It polls, because a statement that waits for the lock would
 * hold a snapshot, and building a concurrent index waits for all snapshots to end.
 */
export async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [LOCK])
    if (rows[0]?.isOurs) return
    await setTimeout(LOCK_MS)
  }
}

/** Rejects a pooled connection, since the pooler would reuse it for other clients while it still holds the lock. */
async function refusePooled(client: pg.Client, connection: pg.PoolConfig, place: string): Promise<void> {
  if (!(await isPooled(client, connection))) return
  const advice =
    place === 'DATABASE_URL'
      ? 'set DATABASE_DIRECT_URL to the same database without the pooler'
      : 'it has to lead to the database itself'
  throw new DatabaseStartError(`${place} leads through a pooler in transaction mode: ${advice}`)
}

/** Rejects servers and settings (of the database or role) that would produce wrong results without an error. */
async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string; encoding: string; dates: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
       current_setting('server_encoding') as encoding, current_setting('DateStyle') as dates`,
  )
  const { number = 0, version, encoding, dates = '' } = rows[0] ?? {}
  if (number < OLDEST * 10_000)
    throw new DatabaseStartError(`The database is PostgreSQL ${version}; Playhall needs ${OLDEST} or later`)
  if (encoding !== 'UTF8')
    throw new DatabaseStartError(
      `The database keeps its texts as ${encoding}; Playhall needs UTF8: ` +
        `create one with (encoding 'UTF8' template template0)`,
    )
  if (!dates.startsWith('ISO'))
    throw new DatabaseStartError(
      `The database writes dates in the style ${dates}; Playhall needs ISO: ` +
        `alter database … set datestyle = 'ISO', or the role that has it set`,
    )
}

/**
 * Rejects the database of a newer release. That release may have changed tables in unknown ways, and continuing could
 * damage the data.
 */
function refuseNewer(newest: number): void {
  const { entries } = JSON.parse(readFileSync(path.join(FOLDER, 'meta/_journal.json'), 'utf8')) as Journal
  const known = Math.max(...entries.map(({ when }) => when))
  if (newest <= known) return
  const [theirs, ours] = [newest, known].map((when) => new Date(when).toISOString().slice(0, 16))
  throw new DatabaseStartError(
    `The database was brought up to date by a newer Playhall (its last migration is of ${theirs}, ours of ${ours}): ` +
      'update Playhall, or go back with npm run portal -- restore <file> --replace ' +
      'and a backup that this one made',
  )
}

/** Returns the number of migrations applied to a database, and when the newest one was created, in ms. */
async function findApplied(client: pg.Client): Promise<{ count: number; newest: number }> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('${APPLIED}') is not null as there`)
  if (!rows[0]?.there) return { count: 0, newest: 0 }
  const found = await client.query<{ count: number; newest: number }>(
    `select count(*)::int as count, coalesce(max(created_at), 0)::float8 as newest from ${APPLIED}`,
  )
  return found.rows[0] ?? { count: 0, newest: 0 }
}

type Journal = { entries: { when: number }[] }

const OLDEST = 15
/** How often a node that waits for the lock tries again, in ms. */
const LOCK_MS = 100
export const FOLDER = path.join(PROJECT_FOLDER, 'db/migrations')
/** An arbitrary number that no other advisory lock uses. */
const LOCK = 7_525_425
