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
 * AUTH_SECRET; without it one that is made once and kept in DATA_DIR, readable to its owner only. Throws a SettingError
 * where it cannot be read or made: the start asks for it, so that nobody meets that at their sign-in.
 */
export function authSecret(): string {
  secret ??= config().authSecret ?? keptSecret(config().dataDir)
  return secret
}

let secret: string | undefined

function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'auth-secret')
  try {
    mkdirSync(dataDir, { recursive: true })
    const secret = read(file) || make(file)
    if (secret.length >= SHORTEST) return secret
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const advice = code === 'EACCES' || code === 'EPERM' ? ': give it to this account (chown), or set AUTH_SECRET' : ''
    throw new SettingError(`AUTH_SECRET is kept in ${file}, which cannot be read or made (${message})${advice}`, {
      cause,
    })
  }
  throw new SettingError(
    `AUTH_SECRET is kept in ${file}, which is damaged: bring it back from a backup, or remove it, which signs everybody out`,
  )
}

/** What is kept; empty where there is nothing, or nothing yet: a full disk once left an empty file, which no one has used. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** Puts a new secret in its place, whole or not at all; gives the one that is there then, which may be another's. */
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
    // Unlike a renaming, this never takes the place of one that another process made meanwhile.
    linkSync(fresh, file)
    sync(path.dirname(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(fresh, { force: true })
  }
  return read(file)
}

/** A name in a folder outlives a power cut once the folder is on the disk. */
function sync(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Also when root comes first, as with sudo: the folder's owner has to be able to read it afterwards. */
function giveToOwnerOf(folder: string, file: string): void {
  const { uid, gid } = statSync(folder)
  if (process.getuid?.() === 0) chownSync(file, uid, gid)
}

const SHORTEST = 32
