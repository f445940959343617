import * as fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseStartError, embeddedPrograms, findAccount, giveTo } from './embedded-account.server.ts'
import {
  createCluster,
  findServer,
  lastSocketFolder,
  startServer,
  stopServer,
  SUPERUSER,
} from './embedded-cluster.server.ts'
import { lockPortal, openHome } from './embedded-home.server.ts'
import { type Lock, tryLock, waitForLock } from './embedded-lock.server.ts'
import { attempt, NOT_RUNNING, waitUntilReady } from './embedded-ready.server.ts'
import { checkMajor } from './embedded-version.server.ts'
import { makeSocketFolder, PORT, quotePath, removeDistantSocketFolder, SOCKET } from './embedded-socket.server.ts'
import { type OnOutage, watchServer } from './embedded-watch.server.ts'

export type Embedded = {
  connection: pg.PoolConfig
  /** Ends this process's use of the server; close all connections before. The last user stops it within `timeoutMs`. */
  release: (timeoutMs?: number) => Promise<void>
}

type Options = {
  dataDir: string
  role: 'portal' | 'command'
  /** Aborts the start and stops what it has started. */
  signal?: AbortSignal
  /**
   * Called once when the server exits while the portal runs or when its files are lost, once for each reason why it
   * does not restart, and once when it is running again.
   */
  onOutage?: OnOutage
}

/**
 * Starts the PostgreSQL in DATA_DIR, or joins a running one, including one that outlived its users after a kill -9.
 * Three locks in DATA_DIR coordinate its users. `portal.lock` belongs to the only portal. All users share
 * `postgres-users.lock`, so that the last one knows that it must stop the server. `postgres-start.lock` is held during
 * a decision to start or stop. All locks end with their process, and are taken again if their files are removed.
 */
export async function startEmbedded({ dataDir, role, signal, onOutage = () => {} }: Options): Promise<Embedded> {
  signal?.throwIfAborted()
  const home = openHome(dataDir)
  const folder = path.join(home, 'postgres')
  const portal = role === 'portal' ? lockPortal(home) : null
  try {
    const { connection, use } = await joinWhenSeen(home, signal)
    const restart = (over: AbortSignal) => decide(home, () => ensureServer(home, over), over)
    const watching = role === 'portal' ? watchServer(folder, connection, restart, onOutage) : null
    const renewing = setInterval(() => [portal, use].forEach((lock) => lock?.renew()), RENEW_MS).unref()
    let released: Promise<void> | undefined
    const release = async (timeoutMs?: number) => {
      clearInterval(renewing)
      await watching?.end()
      const stop = () => {
        use.release()
        return stopIfUnused(home, timeoutMs, watching?.lastPid())
      }
      // If the whole DATA_DIR was removed, nothing can be locked, and there can be no other user.
      await (fs.existsSync(home) ? decide(home, stop) : stopServer(folder, timeoutMs, watching?.lastPid())).finally(
        () => portal?.release(),
      )
    }
    return { connection, release: (timeoutMs) => (released ??= release(timeoutMs)) }
  } catch (error) {
    portal?.release()
    throw error
  }
}

/** Runs a decision to start or stop the server while no other process can make such a decision. */
async function decide<T>(home: string, decision: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const lock = await waitForLock(path.join(home, 'postgres-start.lock'), 'exclusive', 90_000, signal)
  if (!lock)
    throw new DatabaseStartError(`Another process has been starting or stopping PostgreSQL in ${home} for long`)
  try {
    return await decision()
  } finally {
    lock.release()
  }
}

/**
 * Joins the server. If it is in use but is neither visible nor responds, this waits for its users to restart it. The
 * wait is outside of the decision, since the users need the same lock.
 */
async function joinWhenSeen(home: string, signal?: AbortSignal): Promise<{ connection: pg.PoolConfig; use: Lock }> {
  for (const end = performance.now() + UNSEEN_MS; ; await sleep(250)) {
    try {
      return await decide(home, () => join(home, signal), signal)
    } catch (error) {
      if (!(error instanceof ServerUnseen) || performance.now() > end) throw error
      signal?.throwIfAborted()
    }
  }
}

/** The server of DATA_DIR is in use but does not respond. A second one on the same files would destroy them. */
class ServerUnseen extends DatabaseStartError {
  constructor(home: string) {
    super(
      `Another process uses the PostgreSQL in ${home}, which does not answer. ` +
        'If it runs in another container, run this command in that one, or stop it first',
    )
  }
}

/** Becomes a user of the server. A start that fails or is aborted leaves no server behind. */
async function join(home: string, signal?: AbortSignal): Promise<{ connection: pg.PoolConfig; use: Lock }> {
  try {
    const connection = (await joinUnseen(home, signal)) ?? (await ensureServer(home, signal))
    return { connection, use: joinUsers(home) }
  } catch (error) {
    await stopIfUnused(home).catch(() => {})
    throw error
  }
}

/**
 * Finds, by its socket, a server whose process belongs to another container (PID namespace) on the same DATA_DIR. Null
 * if the process is visible or nobody uses a server. Throws ServerUnseen if one is in use but does not respond.
 */
async function joinUnseen(home: string, signal?: AbortSignal): Promise<pg.PoolConfig | null> {
  const folder = path.join(home, 'postgres')
  if (findServer(folder)) return null
  const socketFolder = lastSocketFolder(folder)
  if (!socketFolder) return null
  const connection = connectionTo(socketFolder)
  const code = await attempt(connection)
  const answers = code !== undefined && !NOT_RUNNING.includes(code)
  const isStopped = () => !fs.existsSync(path.join(socketFolder, SOCKET)) || Boolean(signal?.aborted)
  if (answers && (await waitUntilReady(connection, isStopped))) return connection
  if (isUsed(home)) throw new ServerUnseen(home)
  return null
}

/**
 * Joins the running server or starts one, on a new cluster if there is none. Throws if a cluster that is in use was
 * removed, since an empty database in its place would be worse than none.
 */
async function ensureServer(home: string, signal?: AbortSignal): Promise<pg.PoolConfig> {
  const folder = path.join(home, 'postgres')
  const running = findServer(folder)
  if (running?.stops) await stopServer(folder)
  else if (running) {
    const connection = connectionTo(running.socketFolder)
    const socket = path.join(running.socketFolder, SOCKET)
    // A server without its socket cannot be reached, and a server that is stopping will soon have exited.
    const isLost = () => !findServer(folder) || !fs.existsSync(socket) || Boolean(signal?.aborted)
    if (await waitUntilReady(connection, isLost)) return connection
    signal?.throwIfAborted()
    await stopServer(folder)
  }
  const programs = embeddedPrograms()
  const account = findAccount(folder, programs)
  checkMajor(folder, programs)
  if (!fs.existsSync(path.join(folder, 'PG_VERSION'))) {
    if (isUsed(home)) {
      throw new DatabaseStartError(`${folder} is gone: bring it back, or stop the portal and restore a backup`)
    }
    if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0) {
      throw new DatabaseStartError(`${folder} is there, but is no PostgreSQL cluster: move it away`)
    }
    const options = [
      '--auth=trust', // only accounts that may enter the socket's folder get that far
      '--locale=C',
      '--locale-provider=builtin', // the same on every system, whatever locales it has
      '--builtin-locale=C.UTF-8',
    ]
    await createCluster(folder, programs, account, options, signal)
  }
  giveTo(account, folder)
  const socketFolder = makeSocketFolder(home, account.owner?.uid)
  giveTo(account, socketFolder)
  const connection = connectionTo(socketFolder)
  const settings = { ...SETTINGS, unix_socket_directories: quotePath(socketFolder) }
  const logFile = path.join(home, 'postgres.log')
  await startServer({ folder, programs, account, settings, logFile, connection, signal })
  return connection
}

/** Call it within a decision, so that nobody is checking for users at the same time. */
function joinUsers(home: string): Lock {
  const lock = tryLock(path.join(home, 'postgres-users.lock'), 'shared')
  if (!lock) throw new DatabaseStartError(`postgres-users.lock in ${home} is held by a stranger`)
  return lock
}

/** Call it within a decision, as above. */
function isUsed(home: string): boolean {
  const users = tryLock(path.join(home, 'postgres-users.lock'), 'exclusive')
  users?.release()
  return !users
}

/** Stops the server unless a portal or a command uses it. */
async function stopIfUnused(home: string, timeoutMs?: number, lastPid?: number): Promise<void> {
  const users = tryLock(path.join(home, 'postgres-users.lock'), 'exclusive')
  if (!users) return
  try {
    await stopServer(path.join(home, 'postgres'), timeoutMs, lastPid)
    removeDistantSocketFolder(home)
  } finally {
    users.release()
  }
}

/** Each connection is a process of 6 MB. On one machine, more connections are no faster. */
const CONNECTIONS = 6

function connectionTo(socketFolder: string): pg.PoolConfig {
  return { host: socketFolder, port: PORT, user: SUPERUSER, database: 'playhall', ssl: false, max: CONNECTIONS }
}

const RENEW_MS = 1000
/** In this time, a portal would have restarted its server. */
const UNSEEN_MS = 8000

/** For a small machine that PostgreSQL shares with the portal. By default, commits are synced to disk. */
const SETTINGS = {
  port: PORT,
  listen_addresses: '',
  max_connections: 40,
  shared_buffers: '64MB',
  effective_cache_size: '512MB',
  maintenance_work_mem: '32MB',
  random_page_cost: 1.1,
  jit: 'off',
  // There is no replication.
  wal_level: 'minimal',
  max_wal_senders: 0,
  min_wal_size: '32MB',
  // A change of many games writes most pages of the catalogue's indexes, again in full after each checkpoint.
  max_wal_size: '1GB',
  max_logical_replication_workers: 0,
  max_worker_processes: 2,
  max_parallel_workers_per_gather: 0,
  autovacuum_max_workers: 1,
  io_method: 'sync',
  timezone: 'UTC',
  // The portal receives the errors of failed statements. Values such as e-mail addresses must not be logged.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}
