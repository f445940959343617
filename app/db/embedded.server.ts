import * as fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { DatabaseStartError, embeddedPrograms, findAccount, giveTo } from './embedded-account.server.ts'
import {
  attempt,
  becomesReady,
  createCluster,
  findServer,
  startServer,
  stopServer,
  SUPERUSER,
} from './embedded-cluster.server.ts'
import { type Lock, tryLock, waitForLock } from './embedded-lock.server.ts'
import { checkMajor } from './embedded-version.server.ts'
import { makeSocketFolder, PORT, quotePath, removeDistantSocketFolder, SOCKET } from './embedded-socket.server.ts'

export { DatabaseStartError }

export type Embedded = {
  connection: pg.PoolConfig
  /** Ends our use of the server; the last user stops it. Close the connections first. */
  release: () => Promise<void>
}

/**
 * The PostgreSQL in DATA_DIR: started, or joined where one runs already. Three locks in DATA_DIR keep its users apart:
 * `portal.lock` is the one portal's; `postgres-users.lock` is shared by all who use the server, so that the last one
 * knows that it has to stop it; `postgres-start.lock` is held while somebody decides to start or stop. All end with
 * their process. A server that outlived its users (kill -9) is joined by the next one.
 */
export async function startEmbedded({
  dataDir,
  role,
}: {
  dataDir: string
  role: 'portal' | 'command'
}): Promise<Embedded> {
  const home = openHome(dataDir)
  const portal = role === 'portal' ? lockPortal(home) : null
  try {
    const { connection, use } = await decide(home, async () => {
      const connection = await ensureServer(home)
      return { connection, use: joinUsers(home) }
    })
    const endWatch = role === 'portal' ? watch(home, connection) : async () => {}
    let released: Promise<void> | undefined
    const release = async () => {
      await endWatch()
      await decide(home, async () => {
        use.release()
        await stopIfUnused(home)
      }).finally(() => portal?.release())
    }
    return { connection, release: () => (released ??= release()) }
  } catch (error) {
    portal?.release()
    throw error
  }
}

/** Makes DATA_DIR where it is not there, and gives its true path. Others may pass through it, not look into it. */
function openHome(dataDir: string): string {
  try {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    const home = fs.realpathSync(dataDir)
    for (const name of ['portal.lock', 'postgres-start.lock', 'postgres-users.lock', 'postgres.log']) {
      makePrivateFile(path.join(home, name), fs.statSync(home))
    }
    fs.accessSync(home, fs.constants.W_OK | fs.constants.X_OK)
    return home
  } catch (cause) {
    throw new DatabaseStartError(`The data folder ${dataDir} cannot be written: ${(cause as Error).message}`, { cause })
  }
}

/** Makes an empty file where there is none. It belongs to the folder's owner, also when root comes first, as with sudo. */
function makePrivateFile(file: string, { uid, gid }: fs.Stats): void {
  if (fs.existsSync(file)) return // opening and closing it would end a lock that this process has on it
  fs.closeSync(fs.openSync(file, 'a', 0o600))
  if (process.getuid?.() === 0) fs.chownSync(file, uid, gid)
}

function lockPortal(home: string): Lock {
  const file = path.join(home, 'portal.pid')
  const lock = tryLock(path.join(home, 'portal.lock'), 'exclusive')
  if (!lock) {
    const pid = fs.existsSync(file) ? `pid ${fs.readFileSync(file, 'utf8').trim()}` : 'another process'
    throw new DatabaseStartError(`Another portal (${pid}) is running on ${home}: stop it, or set another DATA_DIR`)
  }
  fs.rmSync(file, { force: true }) // it may be another account's
  fs.writeFileSync(file, `${process.pid}\n`)
  return {
    release() {
      fs.rmSync(file, { force: true })
      lock.release()
    },
  }
}

/** Runs a decision to start or stop the server while nobody else can take one. */
async function decide<T>(home: string, decision: () => Promise<T>): Promise<T> {
  const lock = await waitForLock(path.join(home, 'postgres-start.lock'), 'exclusive', 90_000)
  if (!lock)
    throw new DatabaseStartError(`Another process has been starting or stopping PostgreSQL in ${home} for long`)
  try {
    return await decision()
  } finally {
    lock.release()
  }
}

/** Joins the server that runs, or starts one, on a cluster that is made when there is none. */
async function ensureServer(home: string): Promise<pg.PoolConfig> {
  const folder = path.join(home, 'postgres')
  const running = findServer(folder)
  if (running) {
    const connection = connectionTo(running.socketFolder)
    const socket = path.join(running.socketFolder, SOCKET)
    // Without its socket a server can be reached by nobody; one that is stopping is soon gone.
    const isLost = () => !findServer(folder) || !fs.existsSync(socket)
    if (await becomesReady(connection, isLost)) return connection
    await stopServer(folder)
  }
  const programs = embeddedPrograms()
  const account = findAccount(folder, programs)
  checkMajor(folder, programs)
  if (!fs.existsSync(path.join(folder, 'PG_VERSION'))) {
    if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0) {
      throw new DatabaseStartError(`${folder} is there, but is no PostgreSQL cluster: move it away`)
    }
    await createCluster(folder, programs, account, [
      '--auth=trust', // only who may enter the socket's folder gets that far
      '--locale=C',
      '--locale-provider=builtin', // the same on every system, whatever locales it has
      '--builtin-locale=C.UTF-8',
    ])
  }
  giveTo(account, folder)
  const socketFolder = makeSocketFolder(home, account.owner?.uid)
  giveTo(account, socketFolder)
  const connection = connectionTo(socketFolder)
  const settings = { ...SETTINGS, unix_socket_directories: quotePath(socketFolder) }
  await startServer({ folder, programs, account, settings, logFile: path.join(home, 'postgres.log'), connection })
  return connection
}

/** To be called while a decision is held, so that nobody is just looking whether there are users. */
function joinUsers(home: string): Lock {
  const lock = tryLock(path.join(home, 'postgres-users.lock'), 'shared')
  if (!lock) throw new DatabaseStartError(`postgres-users.lock in ${home} is held by a stranger`)
  return lock
}

/** Stops the server unless somebody uses it, a portal or a command. */
async function stopIfUnused(home: string): Promise<void> {
  const users = tryLock(path.join(home, 'postgres-users.lock'), 'exclusive')
  if (!users) return
  try {
    await stopServer(path.join(home, 'postgres'))
    removeDistantSocketFolder(home)
  } finally {
    users.release()
  }
}

/** Brings the server back when it dies under a portal: PostgreSQL mends itself after most accidents, but not after a kill. */
function watch(home: string, connection: pg.PoolConfig): () => Promise<void> {
  let mending: Promise<unknown> | null = null
  const mend = async () => {
    if (findServer(path.join(home, 'postgres')) || (await attempt(connection)) === 'answers') return
    await decide(home, () => ensureServer(home))
  }
  const timer = setInterval(() => {
    // What fails is tried again: meanwhile every query tells that the database is gone, and postgres.log why.
    mending ??= mend()
      .catch(() => {})
      .finally(() => (mending = null))
  }, 1000).unref()
  return async () => {
    clearInterval(timer)
    await mending
  }
}

function connectionTo(socketFolder: string): pg.PoolConfig {
  return { host: socketFolder, port: PORT, user: SUPERUSER, database: 'playhall', ssl: false }
}

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
