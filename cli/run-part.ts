/** This file runs the parts of a check as separate programs in parallel and reports each part when it ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters, styleText } from 'node:util'
import { environment } from './prepare.mjs'

/** The folder for logs and test reports. */
export const RESULTS = 'test-results'

export type Test = { title: string; ms: number }

/** The result of a part. A check without a report counts as one test. */
export type Outcome = { title: string; ms: number; passed: number; failed: number; tests: Test[]; failures: string[] }

export type Part = {
  title: string
  command: string[]
  settings?: Record<string, string>
  /** The report's name in `RESULTS` and its parser. Without a report, only the program's exit code counts. */
  report?: { name: string; read: (text: string) => Pick<Outcome, 'passed' | 'failed' | 'tests' | 'failures'> }
  /** Extracts the lines that explain the failures from a failed part's log. By default, the whole log is shown. */
  explain?: (log: string) => string
}

const LINES_OF_A_FAILURE = 400
const MEMORY_DISK = '/dev/shm'
const MEMORY_DISK_BYTES = 4 * 2 ** 30
const STOP_MS = 10_000
const running = new Set<ChildProcess>()
/** Set once the run is to stop. */
let exitCode: number | null = null
const temporary = createTemporaryFolder()

/**
 * Creates a temporary folder in memory if there is enough room, and deletes it on exit. Otherwise returns no setting,
 * so that programs use the system's folder. Tests create and delete thousands of database files, which took a third of
 * the processor time on a disk.
 */
function createTemporaryFolder(): { TMPDIR?: string } {
  if (process.env.TMPDIR || !existsSync(MEMORY_DISK)) return {}
  const { bavail, bsize } = statfsSync(MEMORY_DISK)
  if (bavail * bsize < MEMORY_DISK_BYTES) return {}
  const folder = mkdtempSync(`${MEMORY_DISK}/playhall-`)
  // The folder needs the mode of the system's temporary folder, because tests start programs as another user, which
  // also write there.
  chmodSync(folder, 0o1777)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return { TMPDIR: folder }
}

export function clearResults(): void {
  rmSync(RESULTS, { recursive: true, force: true })
  mkdirSync(RESULTS, { recursive: true })
}

/** Runs one part, prints one line and, after a failure, the log that explains it. Never throws. */
export async function runPart({ title, command, settings = {}, report, explain }: Part): Promise<Outcome> {
  const started = performance.now()
  const log = path.join(RESULTS, `${title.toLowerCase().replaceAll(' ', '-')}.log`)
  const status = await runProgram(command, { ...environment, ...temporary, ...settings }, log)
  const text = stripVTControlCharacters(readFileSync(log, 'utf8'))
  const file = report && path.join(RESULTS, report.name)
  const isMissing = file !== undefined && !existsSync(file)
  const found =
    report && file && !isMissing
      ? report.read(readFileSync(file, 'utf8'))
      : { passed: !report && status === 0 ? 1 : 0, failed: 0, tests: [], failures: [] }
  // A runner has also failed if it exits with an error but reports no failed test, for example because of an unhandled
  // error, or if it writes no report.
  if ((status !== 0 || isMissing) && !found.failed) {
    found.failed = 1
    found.failures = [`${title}: ${command[0]} ended with ${String(status)}`]
  }
  const outcome = { title, ms: performance.now() - started, ...found }
  const counts = report ? `: ${outcome.passed} passed, ${outcome.failed} failed` : ''
  const mark = outcome.failed ? styleText('red', '✗') : styleText('green', '✓')
  console.log(`${mark} ${title}${counts} (${formatMs(outcome.ms)})`)
  if (outcome.failed) {
    const lines = (explain?.(text) ?? text).trim().split('\n')
    const left = lines.length - LINES_OF_A_FAILURE
    console.log(
      [...lines.slice(0, LINES_OF_A_FAILURE), ...(left > 0 ? [`… ${left} more lines in ${log}`] : [])].join('\n'),
    )
  }
  return outcome
}

/** Formats a duration in seconds if it is below two minutes, otherwise in minutes and seconds. */
export function formatMs(ms: number): string {
  const seconds = ms / 1000
  return seconds < 120
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`
}

/** Call this once: before the first part, signals belong to the installation of packages (prepare.mjs). */
function stopOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal, 130))
  // The reader has closed the pipe: `npm run check | head`.
  process.stdout.on('error', () => stop('SIGTERM', 1))
}

/** Stops the parts and exits once they have ended, at the latest after ten seconds or at a second signal. */
function stop(signal: NodeJS.Signals, code: number): void {
  if (exitCode !== null || !running.size) process.exit(code)
  exitCode = code
  for (const child of running) child.kill(signal)
  setTimeout(() => process.exit(code), STOP_MS)
}

/** Resolves with the exit code, or with the reason why the program did not run. Never resolves once the run stops. */
async function runProgram(
  [program = '', ...args]: string[],
  env: NodeJS.ProcessEnv,
  log: string,
): Promise<number | string> {
  if (!process.listenerCount('SIGINT')) stopOnSignals()
  const output = createWriteStream(log)
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  child.stdout.pipe(output, { end: false })
  child.stderr.pipe(output, { end: false })
  const status = await new Promise<number | string>((resolve) => {
    child.on('error', ({ message }) => resolve(message))
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'no code'))
  })
  running.delete(child)
  if (exitCode !== null) {
    if (!running.size) process.exit(exitCode)
    return new Promise(() => {})
  }
  await new Promise<void>((resolve) => output.end(resolve))
  return status
}
