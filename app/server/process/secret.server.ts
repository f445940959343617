import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { config, SettingError } from './config.server.ts'

/**
 * Returns AUTH_SECRET. If it is not set, returns a secret that is created once and stored in DATA_DIR, readable only by
 * its owner. Throws a SettingError if it cannot be read or created. Startup calls this, so that the error does not
 * first appear at a sign-in.
 */
export function authSecret(): string {
  secret ??= config().authSecret ?? storedSecret(config().dataDir)
  return secret
}

let secret: string | undefined

function storedSecret(dataDir: string): string {
  const file = path.join(dataDir, 'auth-secret')
  try {
    mkdirSync(dataDir, { recursive: true })
    const secret = read(file) || make(file)
    if (secret.length >= SHORTEST) return secret
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const advice = code === 'EACCES' || code === 'EPERM' ? ': give it to this account (chown), or set AUTH_SECRET' : ''
    throw new SettingError(`AUTH_SECRET is stored in ${file}, which cannot be read or made (${message})${advice}`, {
      cause,
    })
  }
  throw new SettingError(
    `AUTH_SECRET is stored in ${file}, which is damaged: ` +
      'bring it back from a backup, or remove it, which signs everybody out',
  )
}

/**
 * Returns the stored secret, or an empty string if there is none yet. The file is also empty if the disk was full; such
 * a secret was never used.
 */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** Stores a new secret, completely or not at all. Returns the stored secret, which another process may have created. */
function make(file: string): string {
  const fresh = `${file}.${randomBytes(6).toString('hex')}`
  try {
    const handle = openSync(fresh, 'wx', 0o600)
    try {
      writeFileSync(handle, randomBytes(32).toString('base64url'))
      giveToOwnerOf(path.dirname(file), fresh)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file)
    // Unlike a rename, this never replaces a secret that another process stored meanwhile.
    linkSync(fresh, file)
    sync(path.dirname(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(fresh, { force: true })
  }
  return read(file)
}

/** Syncs a folder to disk. Without this, a new file name might not survive a power cut. */
function sync(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/**
 * If root creates the file, for example with sudo, gives it to the folder's owner, who must be able to read it later.
 */
function giveToOwnerOf(folder: string, file: string): void {
  const { uid, gid } = statSync(folder)
  if (process.getuid?.() === 0) chownSync(file, uid, gid)
}

const SHORTEST = 32
