import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { canDropRoot, UNPRIVILEGED } from '../../testing/fixtures/unprivileged-account.ts'
import { findServer, stopServer } from './embedded-cluster.server.ts'
import { SOCKET } from './embedded-socket.server.ts'

const temporary = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'playhall-embedded-')))
fs.chmodSync(temporary, 0o711)
const used = path.join(temporary, 'used')
const children: ChildProcess[] = []
const dataDirs: string[] = []
let firstStart: { lower: string; tcp: string; socketMode: number }

beforeAll(async () => {
  const portal = await start('portal', used)
  await query(portal, 'create table kept (n int)')
  await query(portal, 'insert into kept values (7)')
  const { rows } = await query(portal, `select lower('ÄÖÉ') as lower, current_setting('listen_addresses') as tcp`)
  firstStart = { ...rows[0], socketMode: fs.statSync(portal.connection.host).mode & 0o777 }
  await portal.release()
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const dataDir of dataDirs.splice(0)) await stopServer(path.join(dataDir, 'postgres'))
})

afterAll(() => {
  fs.rmSync(temporary, { recursive: true, force: true })
})

test('the first start creates a database for its account only, and a clean stop ends the server', () => {
  expect(firstStart).toEqual({ lower: 'äöé', tcp: '', socketMode: 0o700 })
  expect(findServer(path.join(used, 'postgres'))).toBeNull()
  expect(fs.readdirSync(path.join(used, 'postgres'))).not.toContain('postmaster.pid')
})

test('the next start completes a first start that was killed half way', async () => {
  const dataDir = emptyDataDir()
  const killed = spawnScript('portal', dataDir)
  const isBegun = () =>
    fs.existsSync(dataDir) && unfinishedClusters(dataDir).some((name) => fs.readdirSync(name).includes('base'))
  await until(isBegun)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(fs.existsSync(path.join(dataDir, 'postgres'))).toBe(false)

  const portal = await start('portal', dataDir)
  expect((await query(portal, 'select 1 as n')).rows).toEqual([{ n: 1 }])
  await portal.release()
})

test('no acknowledged row is lost when portal and server are killed, even if another process gets the server’s pid', async () => {
  const dataDir = usedDataDir()
  const killed = await start('portal', dataDir)
  const server = serverOf(dataDir)!
  let acknowledged = 0
  const client = await connect(killed)
  const writing = (async () => {
    for (;;) {
      await client.query('insert into kept values (0)')
      acknowledged++
    }
  })().catch(() => {})
  await until(() => acknowledged > 50)
  await killed.kill() // first, since it would restart the server
  process.kill(server, 'SIGKILL')
  await writing
  for (const file of ['postgres/postmaster.pid', 'postgres-socket/.s.PGSQL.5432.lock']) {
    const stale = fs.readFileSync(path.join(dataDir, file), 'utf8')
    fs.writeFileSync(path.join(dataDir, file), stale.replace(/^\d+/, String(process.pid)))
  }

  const next = await start('portal', dataDir)
  const { rows } = await query(next, 'select count(*)::int as n from kept where n = 0')
  expect(rows[0].n).toBeGreaterThanOrEqual(acknowledged)
  await next.release()
})

test('a server that is killed, stopped or without its socket is restarted by its portal', async () => {
  const dataDir = usedDataDir()
  const portal = await start('portal', dataDir)
  const isAnother = (server: number) => ![server, undefined].includes(serverOf(dataDir))

  const first = serverOf(dataDir)!
  process.kill(first, 'SIGKILL')
  await until(() => isAnother(first))
  await until(() => isAnswering(portal))
  await until(() => portal.outages.length === 2)

  // A smart shutdown waits for clients to disconnect, and this one stays.
  const second = serverOf(dataDir)!
  const client = await connect(portal)
  process.kill(second, 'SIGTERM')
  await until(() => isAnother(second))
  await until(() => isAnswering(portal))
  await client.end()
  await until(() => portal.outages.length === 4)

  fs.rmSync(path.join(portal.connection.host, SOCKET))
  expect(await isAnswering(portal)).toBe(false)
  await until(() => isAnswering(portal))
  await until(() => portal.outages.length === 6)
  await portal.release()
  expect(portal.outages).toEqual(['gone', 'back', 'gone', 'back', 'gone', 'back'])
  expect(serverOf(dataDir)).toBeUndefined()
})

test('a portal that ends while it restarts its server leaves none behind', async () => {
  const dataDir = usedDataDir()
  const portal = await start('portal', dataDir)
  const first = serverOf(dataDir)!
  process.kill(first, 'SIGKILL')
  await until(() => ![first, undefined].includes(serverOf(dataDir)))
  await portal.release()
  expect(serverOf(dataDir)).toBeUndefined()
})

test('a server that does not start is tried again until it does', async () => {
  const dataDir = usedDataDir()
  const portal = await start('portal', dataDir)
  const settings = path.join(dataDir, 'postgres/postgresql.conf')
  const good = fs.readFileSync(settings)
  fs.writeFileSync(settings, 'shared_bufers = 1\n')
  process.kill(serverOf(dataDir)!, 'SIGKILL')
  const serverLog = () => fs.readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')
  await until(() => serverLog().split('shared_bufers').length > 2)
  fs.writeFileSync(settings, good)
  await until(() => isAnswering(portal))
  await until(() => portal.outages.includes('back'))
  await portal.release()
  expect(portal.outages).toEqual(['gone', 'failing', 'back'])
})

test('when its cluster is moved away a portal creates no new one, and stops its server when it ends', async () => {
  const dataDir = usedDataDir()
  const portal = await start('portal', dataDir)
  const [folder, away] = [path.join(dataDir, 'postgres'), path.join(dataDir, 'away')]
  const server = serverOf(dataDir)!
  fs.renameSync(folder, away)
  await until(() => portal.outages.includes('lost'))
  const message = `${folder} is gone: bring it back, or stop the portal and restore a backup`
  await expect(start('command', dataDir)).rejects.toThrow(message)
  expect(fs.existsSync(folder)).toBe(false)
  fs.renameSync(away, folder)
  await until(() => portal.outages.includes('back'))
  expect(await isAnswering(portal)).toBe(true)
  fs.renameSync(folder, away)
  await portal.release()
  expect(portal.outages.slice(0, 2)).toEqual(['lost', 'back'])
  expect(isRunning(server)).toBe(false)
})

test('a server whose files are deleted is stopped at once, so that no acknowledged write is lost', async () => {
  const dataDir = usedDataDir()
  const portal = await start('portal', dataDir)
  const server = serverOf(dataDir)!
  fs.rmSync(path.join(dataDir, 'postgres'), { recursive: true, force: true })
  await expect.poll(() => isRunning(server)).toBe(false)
  await expect.poll(() => portal.outages).toEqual(['lost'])
  await portal.release()
})

test('a hanging server is stopped', async () => {
  const dataDir = usedDataDir()
  const portal = await start('portal', dataDir)
  const client = await connect(portal)
  const server = serverOf(dataDir)!
  const pids = fs.readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ').map(Number)
  for (const pid of [server, ...pids]) process.kill(pid, 'SIGSTOP')
  await portal.release(300)
  client.end().catch(() => {})
  await until(() => [server, ...pids].every((pid) => !fs.existsSync(`/proc/${pid}/cwd`)))
})

test('a second portal is refused with one line that names folder and pid, and takes over the server when the first is killed', async () => {
  const dataDir = usedDataDir()
  const first = await start('portal', dataDir)
  const message = `Another portal (pid ${first.pid}) is running on ${dataDir}: stop it, or set another DATA_DIR`
  await expect(start('portal', dataDir)).rejects.toThrow(new RegExp(`^DatabaseStartError: ${escape(message)}$`))

  // Even if somebody removes its locks, which it then creates again.
  const locks = ['portal.lock', 'postgres-users.lock'].map((name) => path.join(dataDir, name))
  for (const lock of locks) fs.rmSync(lock)
  await until(() => locks.every((lock) => fs.existsSync(lock)))
  await expect(start('portal', dataDir)).rejects.toThrow(message)
  const server = serverOf(dataDir)
  await (await start('command', dataDir)).release()
  expect(serverOf(dataDir)).toBe(server)

  await query(first, 'insert into kept values (8)')
  await first.kill()
  expect(serverOf(dataDir)).toBe(server)
  const second = await start('portal', dataDir)
  expect(serverOf(dataDir)).toBe(server)
  expect((await query(second, 'select n from kept order by n')).rows).toEqual([{ n: 7 }, { n: 8 }])
  await second.release()
  expect(serverOf(dataDir)).toBeUndefined()
})

test('commands without a portal share one server, and the last of them stops it', async () => {
  const dataDir = emptyDataDir()
  const [one, other] = await Promise.all([start('command', dataDir), start('command', dataDir)])
  await one.release()
  expect((await query(other, 'select 1 as n')).rows).toEqual([{ n: 1 }])
  await other.release()
  expect(serverOf(dataDir)).toBeUndefined()
})

test('a portal and commands share a server in any order, and the last of them stops it', async () => {
  const dataDir = usedDataDir()
  const early = await start('command', dataDir)
  const server = serverOf(dataDir)
  const portal = await start('portal', dataDir)
  // Ctrl-C in the terminal must not reach the server.
  expect(sessionOf(server!)).not.toEqual(sessionOf(portal.pid))
  const ofPortal = await connect(portal)
  await early.release()
  expect((await ofPortal.query('select n from kept')).rows).toEqual([{ n: 7 }])
  await ofPortal.end()

  const late = await start('command', dataDir)
  expect(serverOf(dataDir)).toBe(server)
  const ofCommand = await connect(late)
  await portal.release()
  expect((await ofCommand.query('select n from kept')).rows).toEqual([{ n: 7 }])
  await ofCommand.end()
  await late.release()
  expect(serverOf(dataDir)).toBeUndefined()
})

/** Acts as a second container on the same folder, which does not see the processes of the first. */
const APART = ['unshare', '--pid', '--fork', '--mount-proc', '--ipc']

test.skipIf(spawnSync('sh', ['-c', `${APART.join(' ')} true`]).status !== 0)(
  'a command in another container uses the portal’s server or does not touch it',
  async () => {
    const dataDir = usedDataDir()
    const portal = await start('portal', dataDir)
    const server = serverOf(dataDir)!
    const command = await start('command', dataDir, {}, '', APART)
    await query(command, 'insert into kept values (8)')
    await command.release()
    expect(serverOf(dataDir)).toBe(server)
    expect((await query(portal, 'select n from kept order by n')).rows).toEqual([{ n: 7 }, { n: 8 }])

    process.kill(server, 'SIGSTOP')
    const refused = start('command', dataDir, {}, '', APART)
    await expect(refused).rejects.toThrow('Another process uses the PostgreSQL in')
    process.kill(server, 'SIGCONT')
    expect(serverOf(dataDir)).toBe(server)
    await portal.release()
  },
)

test('a folder with too long a path for a socket gets a short one, which commands find', async () => {
  const dataDir = usedDataDir('long-'.repeat(30))
  const portal = await start('portal', dataDir)
  const { host } = portal.connection
  expect(host.length).toBeLessThan(90)
  expect(fs.statSync(host).mode & 0o777).toBe(0o700)
  const command = await start('command', dataDir)
  expect((await query(command, 'select n from kept')).rows).toEqual([{ n: 7 }])
  await command.release()
  await portal.release()
  expect(fs.existsSync(host)).toBe(false)
})

test.skipIf(!canDropRoot())(
  'root starts the server in another user’s folder as that user, which keeps it usable',
  async () => {
    const dataDir = emptyDataDir()
    fs.mkdirSync(dataDir)
    fs.chownSync(dataDir, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
    const asRoot = await start('portal', dataDir)
    expect(fs.statSync(`/proc/${serverOf(dataDir)}`).uid).toBe(UNPRIVILEGED.uid)
    await asRoot.release()
    const asNobody = await start('portal', dataDir, UNPRIVILEGED)
    await asNobody.release()
  },
)

test('each obstacle to a start is reported in one sentence', async () => {
  const file = path.join(emptyDataDir(), 'file')
  fs.mkdirSync(path.dirname(file))
  fs.writeFileSync(file, '')
  await expect(start('portal', file)).rejects.toThrow(`The data folder ${file} cannot be written`)

  const stranger = emptyDataDir()
  fs.mkdirSync(path.join(stranger, 'postgres/photos'), { recursive: true })
  await expect(start('portal', stranger)).rejects.toThrow('is no PostgreSQL cluster: move it away')

  const sparc = start('portal', emptyDataDir(), {}, `Object.defineProperty(process, 'arch', { value: 'sparc' });`)
  await expect(sparc).rejects.toThrow(/no embedded PostgreSQL for \w+-sparc; set DATABASE_URL/)

  const broken = usedDataDir()
  fs.writeFileSync(path.join(broken, 'postgres/postgresql.conf'), 'shared_bufers = 1\n')
  await expect(start('portal', broken)).rejects.toThrow(/does not start in [^\n]*\n[^]*shared_bufers/)
})

type Run = {
  connection: { host: string; port: number; user: string; database: string }
  pid: number
  /** The reports of outages that the portal has received so far. */
  outages: string[]
  release: (timeoutMs?: number) => Promise<void>
  kill: () => Promise<void>
}

/** Runs startEmbedded in a separate process, and throws its error. */
async function start(
  role: 'portal' | 'command',
  dataDir: string,
  identity: { uid?: number; gid?: number } = {},
  before = '',
  wrapper: string[] = [],
): Promise<Run> {
  const child = spawnScript(role, dataDir, identity, before, wrapper)
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const nextMessage = async () => JSON.parse((await lines.next()).value ?? '{"error":"The process ended"}')
  const started = await nextMessage()
  if (started.error) throw new Error(started.error)
  const exited = once(child, 'exit')
  const outages: string[] = []
  const finalError = (async () => {
    for (;;) {
      const { outage, error } = await nextMessage()
      if (!outage) return error
      outages.push(outage)
    }
  })()
  return {
    connection: started.connection,
    pid: child.pid!,
    outages,
    async release(timeoutMs) {
      child.stdin!.end(String(timeoutMs ?? ''))
      const error = await finalError
      if (error) throw new Error(error)
      await exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

function spawnScript(
  role: string,
  dataDir: string,
  identity: { uid?: number; gid?: number } = {},
  before = '',
  wrapper: string[] = [],
) {
  const script = `
    import { text } from 'node:stream/consumers'
    import { startEmbedded } from ${JSON.stringify(path.join(import.meta.dirname, 'embedded.server.ts'))}
    const report = (it) => console.log(JSON.stringify(it))
    ${before}
    try {
      const onOutage = (outage) => report({ outage })
      const embedded = await startEmbedded({ ...${JSON.stringify({ dataDir, role })}, onOutage })
      report({ connection: embedded.connection })
      const patience = await text(process.stdin)
      await embedded.release(patience ? Number(patience) : undefined)
      report({})
    } catch (error) {
      report({ error: String(error) })
    }
    process.exit()`
  const [program, ...args] = [...wrapper, process.execPath, '--input-type=module', '-e', script]
  const child = spawn(program, args, {
    ...identity,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  dataDirs.push(dataDir)
  return child
}

/** Returns the path of a folder that does not exist yet, in a folder that every account may enter. */
function emptyDataDir(name = 'data'): string {
  const parent = fs.mkdtempSync(path.join(temporary, 'x'))
  fs.chmodSync(parent, 0o711)
  return path.join(parent, name)
}

/** Returns a copy of a cleanly stopped folder, whose table `kept` has one row, 7. */
function usedDataDir(name?: string): string {
  const dataDir = emptyDataDir(name)
  expect(spawnSync('cp', ['-a', used, dataDir]).status).toBe(0)
  return dataDir
}

function unfinishedClusters(dataDir: string): string[] {
  const names = fs.readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))
  return names.map((name) => path.join(dataDir, name))
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

async function connect({ connection }: Run): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 60_000 })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function query(run: Run, statement: string): Promise<pg.QueryResult> {
  const client = await connect(run)
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

function isAnswering(run: Run): Promise<boolean> {
  return query(run, 'select n from kept').then(
    ({ rows }) => rows.length === 1,
    () => false,
  )
}

function serverOf(dataDir: string): number | undefined {
  return findServer(path.join(dataDir, 'postgres'))?.pid
}

/** Returns the process group and session of a process. */
function sessionOf(pid: number): string[] | undefined {
  return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(2, 4)
}

/** A zombie has an empty command line. */
function isRunning(pid: number): boolean {
  const file = `/proc/${pid}/cmdline`
  return fs.existsSync(file) && fs.readFileSync(file).length > 0
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5)
}
