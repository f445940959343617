import * as fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { config } from '../server/config.server.ts'
import { BackupError } from './archive-format.server.ts'

/** The secret that this portal has: AUTH_SECRET, or what it keeps in DATA_DIR; null where it has made none yet. */
export function readSecret(): string | null {
  const { authSecret } = config()
  if (authSecret) return authSecret
  try {
    return fs.readFileSync(secretFile(), 'utf8').trim() || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new BackupError(`The secret cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * Writes a secret of a restore beside its place in DATA_DIR, under the number of the transaction that restores the database;
 * `settleSecret` brings it there. Where AUTH_SECRET is set, that is the portal's, and nothing is written.
 */
export async function stageSecret(client: pg.ClientBase, secret: string | null): Promise<void> {
  const { authSecret, dataDir } = config()
  if (authSecret || !secret) return
  const { rows } = await client.query<{ number: string }>('select pg_current_xact_id() as number')
  const beside = `${secretFile()}.restored-${rows[0]?.number}`
  try {
    const handle = fs.openSync(beside, 'wx', 0o600)
    fs.writeSync(handle, secret)
    // Also where root restores for another account: that has to read it.
    const { uid, gid } = fs.statSync(dataDir)
    if (process.getuid?.() === 0) fs.fchownSync(handle, uid, gid)
    fs.fsyncSync(handle)
    fs.closeSync(handle)
  } catch (error) {
    fs.rmSync(beside, { force: true })
    throw new BackupError(`The secret cannot be written: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * Makes the secret of a restore the portal's where its transaction was committed, also of one that was killed just then;
 * takes it away where it was not. One that still runs keeps its own.
 */
export async function settleSecret(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { databaseUrl, dataDir } = config()
  // There AUTH_SECRET is set, and the numbers are another server's.
  if (databaseUrl) return
  for (const name of fs.readdirSync(dataDir)) {
    const number = /^auth-secret\.restored-(\d+)$/.exec(name)?.[1]
    if (!number) continue
    const beside = path.join(dataDir, name)
    const status = await statusOf(client, number)
    if (status === 'committed') fs.renameSync(beside, secretFile())
    else if (status !== 'in progress') fs.rmSync(beside, { force: true })
  }
}

/** Null for one of long ago, or of a cluster that is no more. */
async function statusOf(client: Pick<pg.Client, 'query'>, number: string): Promise<string | null> {
  const { rows } = await client.query<{ status: string | null }>(
    `select case when $1::xid8 < pg_snapshot_xmax(pg_current_snapshot()) then pg_xact_status($1::xid8) end as status`,
    [number],
  )
  return rows[0]?.status ?? null
}

/** In step with secret.server.ts. */
function secretFile(): string {
  return path.join(config().dataDir, 'auth-secret')
}
