import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MALLOC, NODE_FLAGS } from '../../cli/node-flags.mjs'

const HOME = path.join(import.meta.dirname, '../..')
const SERVER = [process.execPath, ...NODE_FLAGS, 'server.mjs']
const TIMEOUT_MS = 120_000
const MAX_STORED_CHARACTERS = 1_000_000
const LAST_OUTPUT_MS = 50
const ASK_MS = 5
const running = new Set<SpawnedPortal>()

// Sends the signal only: what `stop` does later no longer runs.
process.on('exit', () => void stopPortals())

export type Settings = Record<string, string>

export type SpawnedPortal = {
  /** The pid of the started command, by default `server.mjs`. */
  pid: number
  dataDir: string
  /** Lets another process find the same database. */
  environment: NodeJS.ProcessEnv
  ended: Promise<End>
  /** How it ended; null while it runs. */
  end: () => End | null
  /** The end of its output, or of the output since a position returned by `written`. */
  output: (from?: number) => string
  /** How many characters it has written so far. */
  written: () => number
  /** Signals it and waits for its end. Deletes its data unless the folder was given. */
  stop: (signal?: NodeJS.Signals) => Promise<End>
  /** Kills it immediately. The folder stays, and its database may keep running. */
  kill: () => Promise<End>
}

export type PortalProcess = SpawnedPortal & {
  url: string
  /** From the start of the process until it was open. */
  startMs: number
}

export type End = { code: number | null; signal: NodeJS.Signals | null }

export type Start = {
  settings?: Settings
  dataDir?: string
  /** Program and arguments, run in the project's folder. */
  command?: string[]
  /** In a separate process group. */
  detached?: boolean
  /** The account to run as; requires root. */
  identity?: { uid?: number; gid?: number }
  /** Kills it during the start. */
  signal?: AbortSignal
  /** Discards the log without cost. The portal then needs a PORT, and counts as open once its home page responds. */
  ignoresLog?: boolean
}

/**
 * Starts the built portal on a free port, by default in a new folder, and waits until it is open. It gets only these
 * settings: one of the machine's could lead it to a database in use.
 */
export async function startPortal(start: Start = {}): Promise<PortalProcess> {
  const started = performance.now()
  const portal = spawnPortal(start)
  let late: NodeJS.Timeout | undefined
  try {
    const url = await new Promise<string>((resolve, reject) => {
      late = setTimeout(() => reject(new Error(`The portal does not open: ${portal.output()}`)), TIMEOUT_MS)
      if (start.ignoresLog) void untilResponding(portal).then(resolve)
      else
        portal.onOutput((words) => {
          const found = /"url":"([^"]+)"/.exec(words)?.[1]
          if (found) resolve(found)
        })
      void portal.ended.then(async ({ code, signal }) => {
        await sleep(LAST_OUTPUT_MS)
        reject(new Error(`The portal exited with ${signal ?? code}: ${portal.output()}`))
      })
    })
    return { ...portal, url, startMs: performance.now() - started }
  } catch (error) {
    await portal.kill()
    if (!start.dataDir) rmSync(portal.dataDir, { recursive: true, force: true })
    throw error
  } finally {
    clearTimeout(late)
  }
}

/** The same without waiting. */
export function spawnPortal({
  settings = {},
  dataDir: given,
  command = SERVER,
  detached = false,
  identity = {},
  signal: interrupt,
  ignoresLog = false,
}: Start): SpawnedPortal & { onOutput: (hear: (words: string) => void) => void } {
  const dataDir = given ?? makeDataDir()
  const environment = environmentOf({ DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', ...settings })
  const child = spawn(command[0]!, command.slice(1), {
    ...identity,
    cwd: HOME,
    env: environment,
    stdio: ignoresLog ? ['ignore', 'ignore', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    detached,
  })
  const { ended, end } = watchEnd(child, 'exit')
  interrupt?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true })
  let words = ''
  let written = 0
  let listen: (words: string) => void = () => {}
  const hear = (piece: Buffer) => {
    const text = piece.toString()
    written += text.length
    words = (words + text).slice(-MAX_STORED_CHARACTERS)
    listen(words)
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const endWith = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  const portal = {
    pid: child.pid!,
    dataDir,
    environment,
    ended,
    end,
    output: (from = 0) => words.slice(Math.max(0, from - (written - words.length))),
    written: () => written,
    onOutput: (listener: (words: string) => void) => (listen = listener),
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      const how = await endWith(signal)
      if (!given) rmSync(dataDir, { recursive: true, force: true })
      return how
    },
    kill: () => endWith('SIGKILL'),
  }
  running.add(portal)
  void ended.then(() => running.delete(portal))
  return portal
}

/** Stops all portals of this process and deletes their data. */
export async function stopPortals(): Promise<void> {
  await Promise.all([...running].map((portal) => portal.stop()))
}

/** Resolves with its address once it responds; never resolves if it ends. */
async function untilResponding({ environment, end }: SpawnedPortal): Promise<string> {
  const url = `http://localhost:${environment.PORT}`
  while (!(await answers(`http://127.0.0.1:${environment.PORT}/`)) && !end()) await sleep(ASK_MS)
  return end() ? new Promise(() => {}) : url
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

/** Runs a command of the project to its end, for at most `timeout` ms; returns its output line by line. */
export async function runCommand(
  command: string[],
  settings: Settings,
  timeout = TIMEOUT_MS,
): Promise<End & { lines: string[]; ms: number }> {
  const started = performance.now()
  const env = environmentOf(settings)
  const child = spawn(command[0]!, command.slice(1), { cwd: HOME, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let words = ''
  const hear = (piece: Buffer) => (words += piece.toString())
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const late = setTimeout(() => child.kill('SIGKILL'), timeout)
  const end = await watchEnd(child, 'close').ended
  clearTimeout(late)
  return { ...end, lines: words.split('\n').filter((line) => line.trim()), ms: performance.now() - started }
}

/** A folder that any account running the database may enter. */
export function makeDataDir(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'playhall-')))
  chmodSync(folder, 0o711)
  return folder
}

/** `close` waits for all output; `exit` fires even if child processes keep running. */
function watchEnd(child: ChildProcess, event: 'exit' | 'close'): { ended: Promise<End>; end: () => End | null } {
  let how: End | null = null
  const ended = new Promise<End>((resolve) => child.once(event, (code, signal) => resolve((how = { code, signal }))))
  return { ended, end: () => how }
}

/** Excludes the machine's settings and any `.env` here, which could lead to a database in use. */
function environmentOf(settings: Settings): NodeJS.ProcessEnv {
  const { PATH, HOME: home, LANG } = process.env
  return { ...MALLOC, PATH, HOME: home, LANG, NODE_ENV: 'production', ENV_FILE: 'none', LOG_LEVEL: 'warn', ...settings }
}
