import * as fs from 'node:fs'
import path from 'node:path'
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
 * Makes an archive's secret the portal's, once the database is restored. Returns null, or why players have to sign in
 * again: the archive has no secret, AUTH_SECRET is another one, or the file cannot be written.
 */
export function restoreSecret(secret: string | null): string | null {
  const { authSecret } = config()
  if (!secret) return 'The archive has no secret'
  if (authSecret) return authSecret === secret ? null : 'AUTH_SECRET is not the secret of the archive'
  try {
    writeSecret(secret)
    return null
  } catch (error) {
    return `The secret cannot be written (${(error as Error).message})`
  }
}

/** Whole or not at all: a restore that is killed here leaves the secret of before. */
function writeSecret(secret: string): void {
  const fresh = `${secretFile()}.new`
  fs.rmSync(fresh, { force: true })
  const handle = fs.openSync(fresh, 'wx', 0o600)
  try {
    fs.writeSync(handle, secret)
    // Also where root restores for another account: that has to read it.
    const { uid, gid } = fs.statSync(config().dataDir)
    if (process.getuid?.() === 0) fs.fchownSync(handle, uid, gid)
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
  fs.renameSync(fresh, secretFile())
}

/** In step with secret.server.ts. */
function secretFile(): string {
  return path.join(config().dataDir, 'auth-secret')
}
