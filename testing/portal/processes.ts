import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findServer } from '../../app/db/embedded-cluster.server.ts'

/** A process that works on a DATA_DIR. */
export type Found = { pid: number; role: Role }
export type Role = 'npm' | 'shell' | 'start.mjs' | 'serve.mjs' | 'server.mjs' | 'postgres' | 'other'

/** Every process of a DATA_DIR: the portal's, its starters, and the database's. */
export function findProcesses(dataDir: string): Found[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    const words = read(pid, 'cmdline').split('\0')
    const isSelfHosted = read(pid, 'environ').split('\0').includes(`DATA_DIR=${dataDir}`)
    if (isSelfHosted) return { pid: Number(pid), role: roleOf(words) }
    // The database's programs and their children do not inherit our environment.
    return worksIn(pid, words, dataDir) ? { pid: Number(pid), role: 'postgres' as const } : []
  })
}

/** The pid of an embedded database's server, or of another cluster's. Throws if none runs. */
export function postmasterOf(folder: string): number {
  const server = findServer(folder)
  if (!server) throw new Error(`No database runs in ${folder}`)
  return server.pid
}

export function clusterOf({ dataDir }: { dataDir: string }): string {
  return path.join(dataDir, 'postgres')
}

/** Waits up to `timeoutMs` until no process of a DATA_DIR is left; returns those that remain. */
export async function processesLeft(dataDir: string, timeoutMs: number): Promise<Found[]> {
  await waitFor(() => !findProcesses(dataDir).length, timeoutMs)
  return findProcesses(dataDir)
}

/** Sends a signal to the processes of a DATA_DIR with one of these roles. */
export function signalRoles(dataDir: string, roles: Role[], name: NodeJS.Signals): void {
  for (const { pid, role } of findProcesses(dataDir)) if (roles.includes(role)) signal(pid, name)
}

/** Sends a signal to a process that may have ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Ends all processes of a DATA_DIR: first gently, so that PostgreSQL releases its memory, then by force. */
export async function endProcesses(dataDir: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const left = findProcesses(dataDir)
    if (!left.length) return
    for (const { pid, role } of left) {
      if (role !== 'postgres' || tries > 20) signal(pid, 'SIGKILL')
      else signal(pid, 'SIGCONT')
    }
    const server = findServer(path.join(dataDir, 'postgres'))
    if (server && tries <= 20) signal(server.pid, 'SIGQUIT')
    await sleep(100)
  }
}

/** Waits until a condition holds; returns the ms that it took, or null after `timeout` ms. */
export async function waitFor(holds: () => boolean | Promise<boolean>, timeout: number): Promise<number | null> {
  const started = performance.now()
  do {
    if (await holds()) return performance.now() - started
    await sleep(50)
  } while (performance.now() - started < timeout)
  return null
}

function roleOf(words: string[]): Role {
  const [program = '', ...args] = words
  const name = path.basename(program)
  if (name === 'sh' || name === 'dash' || name === 'bash') return 'shell'
  const [script] = args
    .map((word) => path.basename(word))
    .filter((word) => word === 'start.mjs' || word === 'serve.mjs')
  if (script) return script as Role
  if (args.includes('server.mjs')) return 'server.mjs'
  return name.startsWith('npm') || args.some((word) => /npm/.test(word)) ? 'npm' : 'other'
}

/** A server's command line names its folder; its child processes work in it. */
function worksIn(pid: string, words: string[], dataDir: string): boolean {
  if (words.some((word) => word.startsWith(`${dataDir}/`))) return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(`${dataDir}/`)
  } catch {
    return false // The process has ended or belongs to another account.
  }
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
