import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Account, DatabaseStartError, giveTo, type Programs, spawnAs } from './embedded-account.server.ts'
import { waitUntilReady } from './embedded-ready.server.ts'

/** The role that owns everything in a cluster. */
export const SUPERUSER = 'playhall'

/**
 * Creates a cluster under a temporary name and renames it when it is complete. If the process is killed, only temporary
 * files remain, which the next call removes. The signal aborts it. Throws a DatabaseStartError if initdb fails.
 */
export async function createCluster(
  folder: string,
  programs: Programs,
  account: Account,
  options: string[],
  signal?: AbortSignal,
): Promise<void> {
  const parent = path.dirname(folder)
  const prefix = `${path.basename(folder)}.new-`
  for (const name of fs.readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    removeTree(path.join(parent, name))
  }
  const fresh = fs.mkdtempSync(path.join(parent, prefix))
  giveTo(account, fresh)
  const args = ['-D', fresh, '-U', SUPERUSER, '-E', 'UTF8', ...options]
  const initdb = spawnAs(account, programs.initdb, args, { stdio: ['ignore', 'pipe', 'pipe'], signal })
  let words = ''
  initdb.stdout?.on('data', (chunk) => (words += chunk))
  initdb.stderr?.on('data', (chunk) => (words += chunk))
  const [status] = await once(initdb, 'close').catch((error: Error) => [error.message])
  if (status !== 0) {
    removeTree(fresh)
    throw new DatabaseStartError(`PostgreSQL's files cannot be made in ${parent} (${status})${tail(words)}`)
  }
  fs.renameSync(fresh, folder)
  const handle = fs.openSync(parent, 'r')
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}

/**
 * Returns the postmaster of a cluster and the folder of its socket; null if none runs. `stops`: it is shutting down and
 * accepts no connections. In a smart shutdown it waits for its clients to disconnect, without a time limit.
 */
export function findServer(folder: string): { pid: number; socketFolder: string; stops: boolean } | null {
  const lines = readLines(path.join(folder, 'postmaster.pid'))
  const pid = Number(lines[0])
  if (!(pid > 0) || !runsOn(pid, folder)) return null
  return { pid, socketFolder: lines[4] ?? '', stops: lines[7]?.trim() === 'stopping' }
}

/** Returns the socket folder of a cluster's last server, even if its process is not visible here; null if none. */
export function lastSocketFolder(folder: string): string | null {
  return readLines(path.join(folder, 'postmaster.pid'))[4] || null
}

/**
 * Starts a server on a cluster on which none runs, and waits until it responds. The server runs in a separate session,
 * which Ctrl-C in our terminal does not reach. Creates the database named in `connection` if it is missing. The signal
 * aborts the start.
 */
export async function startServer(server: {
  folder: string
  programs: Programs
  account: Account
  settings: Record<string, string | number>
  logFile: string
  connection: pg.ClientConfig
  signal?: AbortSignal | undefined
}): Promise<void> {
  const { folder, logFile, signal } = server
  const isAborted = () => Boolean(signal?.aborted)
  for (const end = performance.now() + TIMEOUT; ; await sleep(100)) {
    if (!findServer(folder)) fs.rmSync(path.join(folder, 'postmaster.pid'), { force: true })
    const log = openLog(logFile)
    const settings = Object.entries(server.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawnAs(server.account, server.programs.postgres, ['-D', folder, ...settings], {
      stdio: ['ignore', log.handle, log.handle],
      detached: true,
    })
    fs.closeSync(log.handle)
    child.unref()
    let ended: string | null = null
    child.once('error', (error) => (ended = error.message))
    child.once('exit', (code, signal) => (ended = `it ended with ${signal ?? code}`))
    if (await waitUntilReady(server.connection, () => ended !== null || isAborted())) return
    // An aborted start must leave no server behind, but the server may not have written its pid yet.
    const fault = ended ?? 'no answer'
    if (ended === null && child.kill('SIGQUIT')) {
      child.ref() // otherwise this process could end first, if nothing else keeps it running
      await once(child, 'exit')
    }
    signal?.throwIfAborted()
    const words = log.read()
    // After the server was killed with kill -9, its remaining processes may take a moment to notice.
    const takesOver = fault !== 'no answer' && /still in use|already exists/.test(words)
    if (!takesOver || performance.now() > end) {
      throw new DatabaseStartError(`PostgreSQL does not start in ${folder}: ${fault}${tail(words)}`)
    }
    const isGone = () => !findServer(folder) || isAborted()
    if (!isGone() && (await waitUntilReady(server.connection, isGone))) return
  }
}

/**
 * Stops a cluster's server if one runs: disconnects its clients and writes everything to disk. After `timeoutMs` the
 * server is killed; the next start recovers from the log, so nothing is lost. `lastPid` is the last known server, which
 * keeps running if its folder, and with it the pid file, was removed.
 */
export async function stopServer(folder: string, timeoutMs = 10_000, lastPid = 0): Promise<void> {
  const pid = findServer(folder)?.pid ?? lastPid
  if (!pid || !runsOn(pid, folder)) return
  const stages = [
    ['SIGINT', timeoutMs],
    ['SIGQUIT', 1000],
    ['SIGKILL', 5000],
  ] as const
  for (const [signal, wait] of stages) {
    // Its child processes exit with it, unless they are suspended.
    const pids = signal === 'SIGKILL' ? [pid, ...childrenOf(pid)] : [pid]
    for (const one of pids) send(one, signal)
    for (const end = performance.now() + wait; performance.now() < end; await sleep(10)) {
      if (!runsOn(pid, folder)) return
    }
  }
  throw new DatabaseStartError(`PostgreSQL in ${folder} (pid ${pid}) does not stop`)
}

/** Whether a process is a PostgreSQL server on this folder. The pid may have been reused, so it proves nothing. */
function runsOn(pid: number, folder: string): boolean {
  if (!fs.existsSync('/proc/self/cmdline')) {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(folder)
  }
  if (readLines(`/proc/${pid}/comm`)[0] !== 'postgres') return false
  try {
    if (fs.readlinkSync(`/proc/${pid}/cwd`) === folder) return true
  } catch {
    // The process has ended or belongs to another account. Root in a container may not be allowed to read its cwd.
  }
  return readLines(`/proc/${pid}/cmdline`).join().split('\0').includes(folder)
}

/** Whether a server's folder was removed, and not only moved. Everything that it writes from then on is lost. */
export function hasLostItsFolder(pid: number): boolean {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`).endsWith(' (deleted)')
  } catch {
    return false
  }
}

/** Opens the server's log. If the file has more than 4 MB, it is first renamed to `.1`. */
function openLog(file: string): { handle: number; read: () => string } {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LONG_LOG) fs.renameSync(file, `${file}.1`)
  const start = size > LONG_LOG ? 0 : size
  return {
    handle: fs.openSync(file, 'a', 0o600),
    read: () => fs.readFileSync(file).subarray(start).toString(),
  }
}

function childrenOf(pid: number): number[] {
  return (readLines(`/proc/${pid}/task/${pid}/children`)[0] ?? '').split(' ').filter(Boolean).map(Number)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}

function removeTree(folder: string): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true })
  } catch {
    // The initdb of a killed portal may still be writing into this folder. The next call removes it.
  }
}

function readLines(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

function tail(words: string): string {
  const lines = words.trim().split('\n').slice(-6)
  return lines[0] ? `\n${lines.join('\n')}` : ''
}

const TIMEOUT = 60_000
const LONG_LOG = 4_000_000
