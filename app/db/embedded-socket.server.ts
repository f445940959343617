import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** The port of a Unix socket is only a part of its name. */
export const PORT = 5432
export const SOCKET = `.s.PGSQL.${PORT}`

const LONGEST_SOCKET_PATH = process.platform === 'linux' ? 107 : 103

/**
 * Creates the socket's folder, DATA_DIR/postgres-socket, which only its owner may enter. If the socket's path would be
 * too long for the system, that name is a link to a short folder under /tmp. Returns the real folder.
 */
export function makeSocketFolder(home: string, owner = process.getuid?.()): string {
  const near = path.join(home, 'postgres-socket')
  const fits = (folder: string) => Buffer.byteLength(path.join(folder, SOCKET)) <= LONGEST_SOCKET_PATH
  const linked = linkTarget(near)
  let folder = near
  if (fits(near)) {
    if (linked) fs.unlinkSync(near)
    fs.mkdirSync(near, { recursive: true })
  } else if (linked && (isPrivate(linked, owner) || remake(linked))) {
    folder = linked
  } else {
    fs.rmSync(near, { recursive: true, force: true })
    folder = fs.mkdtempSync(
      path.join([os.tmpdir(), '/tmp'].find((tmp) => fits(`${tmp}/playhall-XXXXXX`)) ?? '/tmp', 'playhall-'),
    )
    fs.symlinkSync(folder, near)
  }
  fs.chmodSync(folder, 0o700)
  // No server runs, so a leftover socket would only be an obstacle, and its lock file contains an old pid.
  for (const name of [SOCKET, `${SOCKET}.lock`]) fs.rmSync(path.join(folder, name), { force: true })
  return folder
}

/** Removes the folder under /tmp, if there is one. */
export function removeDistantSocketFolder(home: string): void {
  const near = path.join(home, 'postgres-socket')
  const linked = linkTarget(near)
  if (!linked) return
  fs.rmSync(linked, { recursive: true, force: true })
  fs.unlinkSync(near)
}

/**
 * Recreates a removed folder under its name, through which open connections elsewhere still reach it. Returns whether
 * this succeeded.
 */
function remake(folder: string): boolean {
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
    return true
  } catch {
    return false
  }
}

function linkTarget(file: string): string | null {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ? fs.readlinkSync(file) : null
}

/**
 * Whether the path is a folder (not a link) that belongs to us or to the server's account, and that others cannot
 * enter. Anyone can create files in /tmp.
 */
function isPrivate(folder: string, owner: number | undefined): boolean {
  const found = fs.lstatSync(folder, { throwIfNoEntry: false })
  const isSelfHosted = found?.uid === owner || found?.uid === process.getuid?.()
  return Boolean(found?.isDirectory() && isSelfHosted && (found.mode & 0o077) === 0)
}

/** Quotes a path for a list setting of PostgreSQL, since it may contain commas and spaces. */
export function quotePath(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}
