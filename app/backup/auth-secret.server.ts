import * as fs from 'node:fs'
import path from 'node:path'
import { config } from '../server/process/config.server.ts'
import { BackupError } from './archive-format.server.ts'

/**
 * Returns AUTH_SECRET, or the secret stored in DATA_DIR, or null if the portal has no secret yet. Throws a BackupError
 * if the file cannot be read.
 */
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
 * Makes the archive's secret the portal's secret after the database has been restored. Returns null, or the reason why
 * players have to sign in again: the archive has no secret, AUTH_SECRET differs, or the file cannot be written.
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

/** Writes the secret atomically, so that a restore that is killed here leaves the previous secret. */
function writeSecret(secret: string): void {
  const fresh = `${secretFile()}.new`
  fs.rmSync(fresh, { force: true })
  const handle = fs.openSync(fresh, 'wx', 0o600)
  try {
    fs.writeSync(handle, secret)
    // If root restores for another account, that account must be able to read the file.
    const { uid, gid } = fs.statSync(config().dataDir)
    if (process.getuid?.() === 0) fs.fchownSync(handle, uid, gid)
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
  fs.renameSync(fresh, secretFile())
}

/** Returns the path of the file with the secret. Keep it in step with secret.server.ts. */
function secretFile(): string {
  return path.join(config().dataDir, 'auth-secret')
}
