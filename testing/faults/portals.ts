import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { embeddedPrograms } from '../../app/db/embedded-account.server.ts'
import { SUPERUSER } from '../../app/db/embedded-cluster.server.ts'
import { type RestartableServer, startTestServer } from '../fixtures/database.ts'
import { makeDataDir, type PortalProcess, startPortal } from '../portal/portal-process.ts'
import { endProcesses } from '../portal/processes.ts'

export const SECRET = 'the secret of the portals under fault'

/** What is undone at the end of a family, and when the run is interrupted. Last first. */
const leaving: (() => unknown)[] = []
let over: Promise<void> | null = null

export function onLeaving(undo: () => unknown): void {
  leaving.push(undo)
}

export async function leave(): Promise<void> {
  for (let undo = leaving.pop(); undo; undo = leaving.pop()) {
    await Promise.resolve(undo()).catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  }
}

/** The same for a run that is interrupted: what it would still begin never comes to be. */
export function leaveForGood(): Promise<void> {
  return (over ??= leave())
}

/** Goes on unless the run is interrupted. */
export async function unlessOver(): Promise<void> {
  if (over) await new Promise(() => {})
}

/** Starts a portal on a folder that is given or new. What is left of it goes at the end of the family. */
export async function openPortal(options: Parameters<typeof startPortal>[0] = {}): Promise<PortalProcess> {
  await unlessOver()
  const dataDir = options.dataDir ?? newDataDir()
  return startPortal({ ...options, dataDir, settings: { ...PORTAL, ...options.settings } })
}

export const PORTAL = { AUTH_SECRET: SECRET, TRUST_PROXY: '1' }

/** A new folder; it, and whatever runs on it, goes at the end of the family. */
export function newDataDir(): string {
  const dataDir = makeDataDir()
  onLeaving(() => removeDataDir(dataDir))
  return dataDir
}

export async function removeDataDir(dataDir: string): Promise<void> {
  await endProcesses(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
}

/** A PostgreSQL that no portal starts or stops. What it has said is done survives the end of its processes. */
export async function openServer(): Promise<RestartableServer> {
  await unlessOver()
  const starting = startTestServer(embeddedPrograms(), { synchronous_commit: 'on', autovacuum: 'on' })
  onLeaving(() => starting.then(({ stop }) => stop()))
  return starting
}

/** A small file system of its own, in memory; null where this account may not make one. */
export function openSmallDisk(megabytes: number): string | null {
  const folder = makeDataDir()
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'playhall-faults', folder])
  if (done.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  onLeaving(async () => {
    await endProcesses(folder)
    spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** A file system of its own in a file, which becomes read-only when it fails; null where this account may not make one. */
export function openFailingDisk(megabytes: number): { home: string; fail: () => void } | null {
  const folder = makeDataDir()
  const image = `${folder}.image`
  writeFileSync(image, '')
  truncateSync(image, megabytes * 2 ** 20)
  onLeaving(async () => {
    await endProcesses(folder)
    spawnSync('umount', ['-l', folder])
    for (const one of [folder, image]) rmSync(one, { recursive: true, force: true })
  })
  const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
  const isMounted = run('mkfs.ext4', '-q', '-F', image) && run('mount', '-o', 'loop', image, folder)
  if (!isMounted) return null
  chmodSync(folder, 0o711)
  return { home: folder, fail: () => void run('mount', '-o', 'remount,abort', folder) }
}

/** Where a portal's database is, past the portal: its own socket, or the address it was given. */
export function databaseOf({ dataDir, environment }: PortalProcess): pg.ClientConfig {
  const url = environment.DATABASE_URL
  if (url) return { connectionString: url }
  return { host: path.join(dataDir, 'postgres-socket'), user: SUPERUSER, database: 'playhall', ssl: false }
}

/** Asks a database, on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  database: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ ...database, connectionTimeoutMillis: 5000, query_timeout: 20_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
