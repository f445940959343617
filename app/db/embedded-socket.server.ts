import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** The port of a unix socket is only a part of its name. */
export const PORT = 5432
export const SOCKET = `.s.PGSQL.${PORT}`

const LONGEST_SOCKET_PATH = process.platform === 'linux' ? 107 : 103

/**
 * The folder of the socket, which only its owner may enter: DATA_DIR/postgres-socket; or, where the socket's path would
 * be longer than the system can take, a short one under /tmp that a link of that name points to.
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
  // No server runs: a socket that is left over would only stand in the way, and its lock names a pid of long ago.
  for (const name of [SOCKET, `${SOCKET}.lock`]) fs.rmSync(path.join(folder, name), { force: true })
  return folder
}

/** Removes the folder under /tmp, where there is one. */
export function removeDistantSocketFolder(home: string): void {
  const near = path.join(home, 'postgres-socket')
  const linked = linkTarget(near)
  if (!linked) return
  fs.rmSync(linked, { recursive: true, force: true })
  fs.unlinkSync(near)
}

/** Whether a folder that somebody swept away could be made again: connections that are open elsewhere know its name. */
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

/** Whether it is a folder, no link, of ours or the server's account, closed to others: anybody can make names in /tmp. */
function isPrivate(folder: string, owner: number | undefined): boolean {
  const found = fs.lstatSync(folder, { throwIfNoEntry: false })
  const isOurs = found?.uid === owner || found?.uid === process.getuid?.()
  return Boolean(found?.isDirectory() && isOurs && (found.mode & 0o077) === 0)
}

/** As a list setting of PostgreSQL wants a path that may hold commas and blanks. */
export function quotePath(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}
