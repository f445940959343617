import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const HOME = path.resolve(import.meta.dirname, '..')
const PATIENCE_MS = 60_000
const COMMAND = [process.execPath, 'cli/serve.mjs']

export type PortalProcess = {
  /** Where it is open. */
  url: string
  /** What was started; it leads a process group of its own. */
  child: ChildProcess
  /** The code that the command ended with, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
  /** What it has printed so far. */
  output: () => string
}

/**
 * Starts a command that runs the portal, as a user or a service would, on a data folder and a free port; waits until it is
 * open. The built portal and Linux are needed.
 */
export async function startPortalProcess(
  dataDir: string,
  command: string[] = COMMAND,
  settings: Record<string, string> = {},
  identity: { uid?: number; gid?: number } = {},
): Promise<PortalProcess> {
  const portal = spawnPortal(dataDir, command, settings, identity)
  for (const end = performance.now() + PATIENCE_MS; ; await sleep(20)) {
    const url = /"message":"[^"]* is open at [^"]*".*"url":"([^"]+)"/.exec(portal.output())?.[1]
    if (url) return { ...portal, url }
    if (portal.child.exitCode !== null || performance.now() > end) {
      portal.child.kill('SIGKILL')
      throw new Error(`The portal did not start: ${portal.output()}`)
    }
  }
}

/** The same without waiting. */
export function spawnPortal(
  dataDir: string,
  command: string[] = COMMAND,
  settings: Record<string, string> = {},
  identity: { uid?: number; gid?: number } = {},
): Omit<PortalProcess, 'url'> {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    ...identity,
    cwd: HOME,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
  return { child, ended, output: () => said }
}

export type Process = { pid: number; what: 'parent' | 'portal' | 'database' }

/** Every process that runs on a data folder: the portal, what started it, the database with all its processes. */
export function processesOf(dataDir: string): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name): Process[] => {
      const command = read(`/proc/${name}/cmdline`)
      // A process that has ended and is not waited for yet has no command any more.
      if (!command) return []
      const pid = Number(name)
      if (command.includes(`${dataDir}/`) || folderOf(pid).startsWith(`${dataDir}/`)) return [{ pid, what: 'database' }]
      if (!read(`/proc/${name}/environ`).split('\0').includes(`DATA_DIR=${dataDir}`)) return []
      return [{ pid, what: command.split('\0').includes('server.ts') ? 'portal' : 'parent' }]
    })
}

/** Sends a signal to those of the processes that are named. */
export function signalTo(
  processes: Process[],
  what: Process['what'] | Process['what'][],
  signal: NodeJS.Signals,
): void {
  for (const { pid } of processes.filter((one) => [what].flat().includes(one.what))) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** The processes that are left of a portal after so many milliseconds at most; none, as soon as there are none. */
export async function processesLeft(dataDir: string, patienceMs: number): Promise<Process[]> {
  for (const end = performance.now() + patienceMs; ; await sleep(50)) {
    const left = processesOf(dataDir)
    if (!left.length || performance.now() > end) return left
  }
}

/** Whether the database was stopped in peace: a killed one leaves this file. */
export function isDatabaseClosed(dataDir: string): boolean {
  return !existsSync(path.join(dataDir, 'postgres/postmaster.pid'))
}

function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
