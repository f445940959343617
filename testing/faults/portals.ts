import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { embeddedPrograms } from '../../app/db/embedded-account.server.ts'
import { type RestartableServer, startTestServer } from '../fixtures/database.ts'
import { makeDataDir, type PortalProcess, startPortal } from '../portal/portal-process.ts'
import { endProcesses } from '../portal/processes.ts'
import { TEST_SETTINGS } from '../portal/settings.ts'

/** Clean-up steps, run in reverse order at the end of a family and when the run is interrupted. */
const cleanUps: (() => unknown)[] = []
let interrupted: Promise<void> | null = null
/** All portals of this family, including those that have ended. */
const opened = new Set<PortalProcess>()
const SHOWN_LOG = 30_000

export function onCleanUp(undo: () => unknown): void {
  cleanUps.push(undo)
}

export async function cleanUp(): Promise<void> {
  for (let undo = cleanUps.pop(); undo; undo = cleanUps.pop()) {
    await Promise.resolve(undo()).catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  }
  opened.clear()
}

/** Cleans up after an interrupted run, and prevents it from starting anything else. */
export function cleanUpForGood(): Promise<void> {
  return (interrupted ??= cleanUp())
}

/** Resolves at once, but never after the run is interrupted. */
export async function unlessInterrupted(): Promise<void> {
  if (interrupted) await new Promise(() => {})
}

/** Starts a portal on the given folder or a new one; it is stopped at the end of the family. */
export async function openPortal(options: Parameters<typeof startPortal>[0] = {}): Promise<PortalProcess> {
  await unlessInterrupted()
  const dataDir = options.dataDir ?? newDataDir()
  const portal = await startPortal({ ...options, dataDir, settings: { ...TEST_SETTINGS, ...options.settings } })
  opened.add(portal)
  return portal
}

/** Returns a function that returns what this family's portals have logged since. */
export function listenToLogs(): () => string {
  const marks = new Map(Array.from(opened, (portal) => [portal, portal.written()]))
  return () =>
    Array.from(opened, (portal) => ({ pid: portal.pid, output: portal.output(marks.get(portal)) }))
      .filter(({ output }) => output)
      .map(({ pid, output }) => `The log of the portal with pid ${pid}:\n${output.slice(-SHOWN_LOG)}`)
      .join('\n')
}

/** A new folder. It and everything running on it are removed at the end of the family. */
export function newDataDir(): string {
  const dataDir = makeDataDir()
  onCleanUp(() => removeDataDir(dataDir))
  return dataDir
}

export async function removeDataDir(dataDir: string): Promise<void> {
  await endProcesses(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
}

/** A PostgreSQL that no portal starts or stops. Its committed writes survive the end of its processes. */
export async function openServer(): Promise<RestartableServer> {
  await unlessInterrupted()
  const starting = startTestServer(embeddedPrograms(), { synchronous_commit: 'on', autovacuum: 'on' })
  onCleanUp(() => starting.then(({ stop }) => stop()))
  return starting
}

/** Mounts a small file system in memory; null if this account may not. */
export function openSmallDisk(megabytes: number): string | null {
  const folder = makeDataDir()
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'playhall-faults', folder])
  if (done.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  onCleanUp(async () => {
    await endProcesses(folder)
    spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** Mounts a file system from an image, which becomes read-only when it fails; null if this account may not. */
export function openFailingDisk(megabytes: number): { home: string; fail: () => void } | null {
  const folder = makeDataDir()
  const image = `${folder}.image`
  writeFileSync(image, '')
  truncateSync(image, megabytes * 2 ** 20)
  onCleanUp(async () => {
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
