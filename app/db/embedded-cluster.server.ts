import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Account, DatabaseStartError, giveTo, type Programs, spawnAs } from './embedded-account.server.ts'

/** The role that owns everything in a cluster. */
export const SUPERUSER = 'playhall'

/**
 * Makes a cluster. It grows beside its place and is renamed into it when it is whole, so a kill half way leaves only
 * litter, which the next call sweeps up. The signal ends it early.
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
 * The postmaster that runs on a cluster and where it listens; null when none does. `stops`: it was told to stop, and
 * lets nobody in any more; a smart stop then waits for its clients to go, for ever if need be.
 */
export function findServer(folder: string): { pid: number; socketFolder: string; stops: boolean } | null {
  const lines = readLines(path.join(folder, 'postmaster.pid'))
  const pid = Number(lines[0])
  if (!(pid > 0) || !runsOn(pid, folder)) return null
  return { pid, socketFolder: lines[4] ?? '', stops: lines[7]?.trim() === 'stopping' }
}

/** Where the server that was last started on a cluster listens, also if its process cannot be seen from here; null without one. */
export function lastSocketFolder(folder: string): string | null {
  return readLines(path.join(folder, 'postmaster.pid'))[4] || null
}

/**
 * Starts a server on a cluster where none runs, in a session of its own: Ctrl-C in our terminal is not for it. Waits
 * until it answers. `connection` names a database that the cluster is given when it lacks it. The signal ends it early.
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
  for (const end = performance.now() + PATIENCE; ; await sleep(100)) {
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
    if (await becomesReady(server.connection, () => ended !== null || Boolean(signal?.aborted))) return
    // Whoever gives it up leaves nothing behind; it may not have written its pid yet.
    const fault = ended ?? 'no answer'
    if (ended === null && child.kill('SIGQUIT')) await once(child, 'exit')
    signal?.throwIfAborted()
    const words = log.read()
    // After a kill -9 of the server its last processes may take a moment to notice.
    const takesOver = fault !== 'no answer' && /still in use|already exists/.test(words)
    if (!takesOver || performance.now() > end) {
      throw new DatabaseStartError(`PostgreSQL does not start in ${folder}: ${fault}${tail(words)}`)
    }
    if (findServer(folder) && (await becomesReady(server.connection, () => !findServer(folder)))) return
  }
}

/**
 * Stops the server of a cluster: clients are cut off, everything is on disk. Does nothing where none runs. One that has not
 * ended after `patience` ms is stopped as if by a crash, after which the next start reads its log: nothing is lost by it.
 * `lastPid`: the server that was seen last, which runs on where its folder, and with it its pid file, was taken away.
 */
export async function stopServer(folder: string, patience = 10_000, lastPid = 0): Promise<void> {
  const pid = findServer(folder)?.pid ?? lastPid
  if (!pid || !runsOn(pid, folder)) return
  const stages = [
    ['SIGINT', patience],
    ['SIGQUIT', 1000],
    ['SIGKILL', 5000],
  ] as const
  for (const [signal, wait] of stages) {
    // Its processes notice when it is gone, unless they are frozen.
    const pids = signal === 'SIGKILL' ? [pid, ...childrenOf(pid)] : [pid]
    for (const one of pids) send(one, signal)
    for (const end = performance.now() + wait; performance.now() < end; await sleep(10)) {
      if (!runsOn(pid, folder)) return
    }
  }
  throw new DatabaseStartError(`PostgreSQL in ${folder} (pid ${pid}) does not stop`)
}

/**
 * Waits until the server answers; false when it is gone, or stays silent. A server that recovers after a crash says so
 * and is waited for.
 */
export async function becomesReady(connection: pg.ClientConfig, isGone: () => boolean): Promise<boolean> {
  // Ever less often: the server logs each attempt that comes too early.
  for (let waited = 0, pause = 10; waited < PATIENCE; waited += pause, pause = Math.min(pause * 1.2, 250)) {
    const code = await attempt(connection)
    if (code === 'answers') return true
    if (code === UNKNOWN_DATABASE) {
      await createDatabase(connection)
      return true
    }
    if (code && !NOBODY_THERE.includes(code) && code !== STARTS_OR_STOPS) {
      throw new DatabaseStartError(`PostgreSQL runs, but does not let us in (${code})`)
    }
    if (isGone()) return false
    await sleep(pause)
  }
  return false
}

/** `answers`, or the code of the error that a connection meets. */
export async function attempt(connection: pg.ClientConfig): Promise<string | undefined> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 })
  client.on('error', () => {}) // told by connect() and end() too; without a listener it would end the process
  try {
    await client.connect()
    return 'answers'
  } catch (error) {
    return (error as { code?: string }).code
  } finally {
    await client.end().catch(() => {})
  }
}

async function createDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    await client.query(`create database ${client.escapeIdentifier(connection.database ?? SUPERUSER)}`)
  } finally {
    await client.end()
  }
}

/** Whether a process is a PostgreSQL server on this folder. A pid alone says little: it may be a stranger's by now. */
function runsOn(pid: number, folder: string): boolean {
  if (!fs.existsSync('/proc/self/cmdline')) {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(folder)
  }
  if (readLines(`/proc/${pid}/comm`)[0] !== 'postgres') return false
  try {
    if (fs.readlinkSync(`/proc/${pid}/cwd`) === folder) return true
  } catch {
    // Gone, or another account's, of which a container's root may not read it.
  }
  return readLines(`/proc/${pid}/cmdline`).join().split('\0').includes(folder)
}

/** Whether the folder of a server was removed, not just moved away: what it writes from now on is lost. */
export function hasLostItsFolder(pid: number): boolean {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`).endsWith(' (deleted)')
  } catch {
    return false
  }
}

/** The server's log, kept short: an old one of some size makes room. */
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
    // An initdb whose portal was killed may still be writing there. The next sweep gets it.
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

/** What a connection meets where no server listens. */
export const NOBODY_THERE = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET']
const PATIENCE = 60_000
const LONG_LOG = 4_000_000
const UNKNOWN_DATABASE = '3D000'
const STARTS_OR_STOPS = '57P03'
