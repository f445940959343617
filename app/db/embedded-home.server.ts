import * as fs from 'node:fs'
import path from 'node:path'
import { DatabaseStartError } from './embedded-account.server.ts'
import { type Lock, makePrivateFile, tryLock } from './embedded-lock.server.ts'

/**
 * Creates DATA_DIR if it is missing, and returns its real path. Other accounts can enter the folder but cannot list it.
 */
export function openHome(dataDir: string): string {
  try {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    const home = fs.realpathSync(dataDir)
    for (const name of ['portal.lock', 'postgres-start.lock', 'postgres-users.lock', 'postgres.log']) {
      makePrivateFile(path.join(home, name))
    }
    // If root ran the portal before, folders in it may belong to root.
    const folders = [home, ...FOLDERS.map((name) => path.join(home, name)).filter((folder) => fs.existsSync(folder))]
    for (const folder of folders) fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK)
    return home
  } catch (cause) {
    throw unwritable(dataDir, cause)
  }
}

function unwritable(dataDir: string, cause: unknown): DatabaseStartError {
  const { code = '', message } = cause as NodeJS.ErrnoException
  const advice = ['EACCES', 'EPERM'].includes(code) ? '; give it to this account (chown -R), or set DATA_DIR' : ''
  return new DatabaseStartError(`The data folder ${dataDir} cannot be written: ${message}${advice}`, { cause })
}

/**
 * Locks DATA_DIR for its only portal. Throws a DatabaseStartError that names the other one if it is already running.
 */
export function lockPortal(home: string): Lock {
  const file = path.join(home, 'portal.pid')
  const lock = tryLock(path.join(home, 'portal.lock'), 'exclusive')
  if (!lock) {
    const pid = fs.existsSync(file) ? `pid ${fs.readFileSync(file, 'utf8').trim()}` : 'another process'
    throw new DatabaseStartError(`Another portal (${pid}) is running on ${home}: stop it, or set another DATA_DIR`)
  }
  try {
    fs.rmSync(file, { force: true }) // it may be another account's
    fs.writeFileSync(file, `${process.pid}\n`)
  } catch (cause) {
    lock.release()
    throw unwritable(home, cause)
  }
  return {
    renew: lock.renew,
    release() {
      fs.rmSync(file, { force: true })
      lock.release()
    },
  }
}

/** Folders that the portal creates in DATA_DIR on first use. */
const FOLDERS = ['files', 'pictures', 'outbox']
