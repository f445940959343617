import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { embeddedPrograms } from '../../app/db/embedded-account.server.ts'
import { type RestartableServer, startTestServer } from '../fixtures/database.ts'
import { makeDataDir, type PortalProcess, startPortal } from '../portal/portal-process.ts'
import { endProcesses } from '../portal/processes.ts'
import { TEST_SETTINGS } from '../portal/settings.ts'

/** What is undone at the end of a family, and when the run is interrupted. Last first. */
const leaving: (() => unknown)[] = []
let over: Promise<void> | null = null
/** Of this family, also those that have ended. */
const opened = new Set<PortalProcess>()
const SHOWN_LOG = 30_000

export function onLeaving(undo: () => unknown): void {
  leaving.push(undo)
}

export async function leave(): Promise<void> {
  for (let undo = leaving.pop(); undo; undo = leaving.pop()) {
    await Promise.resolve(undo()).catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  }
  opened.clear()
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
  const portal = await startPortal({ ...options, dataDir, settings: { ...TEST_SETTINGS, ...options.settings } })
  opened.add(portal)
  return portal
}

/** Gives what the portals of this family log from now on. */
export function listenToLogs(): () => string {
  const marks = new Map(Array.from(opened, (portal) => [portal, portal.written()]))
  return () =>
    Array.from(opened, (portal) => ({ pid: portal.pid, said: portal.said(marks.get(portal)) }))
      .filter(({ said }) => said)
      .map(({ pid, said }) => `The log of the portal with pid ${pid}:\n${said.slice(-SHOWN_LOG)}`)
      .join('\n')
}

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
