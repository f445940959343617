import * as fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { DatabaseStartError, embeddedPrograms, findAccount, giveTo } from './embedded-account.server.ts'
import {
  becomesReady,
  createCluster,
  findServer,
  startServer,
  stopServer,
  SUPERUSER,
} from './embedded-cluster.server.ts'
import { lockPortal, openHome } from './embedded-home.server.ts'
import { type Lock, tryLock, waitForLock } from './embedded-lock.server.ts'
import { checkMajor } from './embedded-version.server.ts'
import { makeSocketFolder, PORT, quotePath, removeDistantSocketFolder, SOCKET } from './embedded-socket.server.ts'
import { type OnOutage, watchServer } from './embedded-watch.server.ts'

export { DatabaseStartError }

export type Embedded = {
  connection: pg.PoolConfig
  /** Ends our use of the server; the last user stops it, in peace within `patience` ms. Close the connections first. */
  release: (patience?: number) => Promise<void>
}

type Options = {
  dataDir: string
  role: 'portal' | 'command'
  /** Ends the start early; what it has begun is stopped. */
  signal?: AbortSignal
  /**
   * Told once when the server dies under a portal or its files are lost, once for each reason that it does not start again,
   * once when it is back.
   */
  onOutage?: OnOutage
}

/**
 * The PostgreSQL in DATA_DIR: started, or joined where one runs already. Three locks in DATA_DIR keep its users apart:
 * `portal.lock` is the one portal's; `postgres-users.lock` is shared by all who use the server, so that the last one
 * knows that it has to stop it; `postgres-start.lock` is held while somebody decides to start or stop. All end with
 * their process, and are taken anew where somebody removes their files. A server that outlived its users (kill -9) is joined
 * by the next one.
 */
export async function startEmbedded({ dataDir, role, signal, onOutage = () => {} }: Options): Promise<Embedded> {
  signal?.throwIfAborted()
  const home = openHome(dataDir)
  const folder = path.join(home, 'postgres')
  const portal = role === 'portal' ? lockPortal(home) : null
  try {
    const { connection, use } = await decide(home, () => join(home, signal), signal)
    const restart = (over: AbortSignal) => decide(home, () => ensureServer(home, over), over)
    const watching = role === 'portal' ? watchServer(folder, connection, restart, onOutage) : null
    const renewing = setInterval(() => [portal, use].forEach((lock) => lock?.renew()), RENEW_MS).unref()
    let released: Promise<void> | undefined
    const release = async (patience?: number) => {
      clearInterval(renewing)
      await watching?.end()
      const stop = () => {
        use.release()
        return stopIfUnused(home, patience, watching?.lastPid())
      }
      // Where all of DATA_DIR is gone, nothing can be locked, and nobody else can be there.
      await (fs.existsSync(home) ? decide(home, stop) : stopServer(folder, patience, watching?.lastPid())).finally(() =>
        portal?.release(),
      )
    }
    return { connection, release: (patience) => (released ??= release(patience)) }
  } catch (error) {
    portal?.release()
    throw error
  }
}

/** Runs a decision to start or stop the server while nobody else can take one. */
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

/** Becomes a user of the server. A start that fails half way, or is ended early, leaves none behind. */
async function join(home: string, signal?: AbortSignal): Promise<{ connection: pg.PoolConfig; use: Lock }> {
  try {
    const connection = await ensureServer(home, signal)
    return { connection, use: joinUsers(home) }
  } catch (error) {
    await stopIfUnused(home).catch(() => {})
    throw error
  }
}

/**
 * Joins the server that runs, or starts one, on a cluster that is made when there is none. Not where somebody uses one that
 * is lost: an empty one in its place would be worse than none.
 */
async function ensureServer(home: string, signal?: AbortSignal): Promise<pg.PoolConfig> {
  const folder = path.join(home, 'postgres')
  const running = findServer(folder)
  if (running?.stops) await stopServer(folder)
  else if (running) {
    const connection = connectionTo(running.socketFolder)
    const socket = path.join(running.socketFolder, SOCKET)
    // Without its socket a server can be reached by nobody; one that is stopping is soon gone.
    const isLost = () => !findServer(folder) || !fs.existsSync(socket) || Boolean(signal?.aborted)
    if (await becomesReady(connection, isLost)) return connection
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
      '--auth=trust', // only who may enter the socket's folder gets that far
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

/** To be called while a decision is held, so that nobody is just looking whether there are users. */
function joinUsers(home: string): Lock {
  const lock = tryLock(path.join(home, 'postgres-users.lock'), 'shared')
  if (!lock) throw new DatabaseStartError(`postgres-users.lock in ${home} is held by a stranger`)
  return lock
}

/** To be asked while a decision is held, as above. */
function isUsed(home: string): boolean {
  const users = tryLock(path.join(home, 'postgres-users.lock'), 'exclusive')
  users?.release()
  return !users
}

/** Stops the server unless somebody uses it, a portal or a command. */
async function stopIfUnused(home: string, patience?: number, lastPid?: number): Promise<void> {
  const users = tryLock(path.join(home, 'postgres-users.lock'), 'exclusive')
  if (!users) return
  try {
    await stopServer(path.join(home, 'postgres'), patience, lastPid)
    removeDistantSocketFolder(home)
  } finally {
    users.release()
  }
}

/** Each connection is a process of 6 MB; on one machine a few of them have as much done as many. */
const CONNECTIONS = 6

function connectionTo(socketFolder: string): pg.PoolConfig {
  return { host: socketFolder, port: PORT, user: SUPERUSER, database: 'playhall', ssl: false, max: CONNECTIONS }
}

const RENEW_MS = 1000

/** For a small machine that PostgreSQL shares with the portal. Commits are synced to disk, by default. */
const SETTINGS = {
  port: PORT,
  listen_addresses: '',
  max_connections: 40,
  shared_buffers: '64MB',
  effective_cache_size: '512MB',
  maintenance_work_mem: '32MB',
  random_page_cost: 1.1,
  jit: 'off',
  // Nobody replicates from it.
  wal_level: 'minimal',
  max_wal_senders: 0,
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  max_logical_replication_workers: 0,
  max_worker_processes: 2,
  max_parallel_workers_per_gather: 0,
  autovacuum_max_workers: 1,
  io_method: 'sync',
  timezone: 'UTC',
  // Failed statements are told to the portal; their values (mail addresses) stay out of the log.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}
