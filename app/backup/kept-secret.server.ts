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
 * Writes a secret beside its place in DATA_DIR; `place` makes it the portal's, `drop` takes it away again. Where
 * AUTH_SECRET is set, that is the portal's, and nothing is written.
 */
export function stageSecret(secret: string | null): { place: () => void; drop: () => void } {
  const { authSecret, dataDir } = config()
  if (authSecret || !secret) return { place() {}, drop() {} }
  const beside = `${secretFile()}.restored`
  try {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    fs.rmSync(beside, { force: true })
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
  return {
    place: () => fs.renameSync(beside, secretFile()),
    drop: () => fs.rmSync(beside, { force: true }),
  }
}

/** In step with secret.server.ts. */
function secretFile(): string {
  return path.join(config().dataDir, 'auth-secret')
}
