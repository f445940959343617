import pino, { type DestinationStream, type Logger } from 'pino'
import { remember } from '../../lib/remember.ts'
import { pathOf } from '../http/target.server.ts'
import { openOutput } from './log-output.server.ts'

type Sink = DestinationStream & { flush?: () => void }
type Log = { logger: Logger; sink: Sink; files: boolean }

const open = remember('log', () => ({ log: null as Log | null }))

export type LogOptions = { level: string; pretty: boolean; sink?: Sink }

/**
 * Opens the log on standard output. It writes a JSON object per line, or short readable lines on a terminal. Lines are
 * buffered and written every second, since a write per request would cost more than a cached page. `flushLog` writes
 * the buffered lines.
 */
export function openLog({ level, pretty, sink }: LogOptions): void {
  const target = sink ?? (pretty ? prettySink() : gatheringSink())
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    target,
  )
  open.log = { logger, sink: target, files: !pretty || logger.isLevelEnabled('debug') }
}

/**
 * Returns the process's log. Before `openLog`, it writes only errors, to standard error. Never log addresses, cookies,
 * queries or bodies.
 */
export function log(): Logger {
  if (!open.log) openLog({ level: 'error', pretty: false, sink: pino.destination({ dest: 2, sync: true }) })
  return (open.log as Log).logger
}

/** Writes the buffered lines immediately. */
export function flushLog(): void {
  try {
    open.log?.sink.flush?.()
  } catch {
    // The output is closed or not open yet, so this error cannot be reported.
  }
}

/**
 * Logs a request without its query. `ms` is the time until the response's headers. `from` is set if the response came
 * from the cache or a file without rendering. `client` is the hash of a rejected client (log-access.server.ts). A
 * terminal shows requests for files only if they fail or at debug level, since a page loads a hundred of them.
 */
export function logRequest(
  method: string,
  url: string,
  status: number,
  ms: number,
  { from, client }: { from?: 'cache' | 'file'; client?: string | undefined } = {},
): void {
  if (!open.log) return
  const { logger, files } = open.log
  if (!files && status < 400 && (from === 'file' || isFileUrl(url))) return
  logger.info({ method, path: pathOf(url), status, ms: Math.round(ms * 10) / 10, from, client })
}

function isFileUrl(url: string): boolean {
  return url.startsWith('/pictures/') || url.startsWith('/assets/') || url.startsWith('/play/')
}

/**
 * Returns the type, message, code and stack frames of an error and its causes. Removes the parameters of a failed
 * query.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: typeof error === 'string' ? error : typeof error }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: error.message.replace(/\nparams: [\s\S]*$/, ''),
    ...(typeof code === 'string' ? { code } : {}),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim()),
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  }
}

const GATHERED_BYTES = 65_536
const WAITING_BYTES = 16 << 20
const MAX_FREE = 4

/**
 * Buffers lines here, since pino's buffer measures its whole content for each line, which added half to the cost of a
 * cached page. Stores bytes, since the garbage collector would have to move a thousand buffered strings. Once 16 MB are
 * waiting for an output that is not read, drops lines.
 */
function gatheringSink(): Sink {
  const free: (typeof gathered)[] = []
  // Reuse the buffers. Allocating 40 a second added a fifth to the cost of a cached page, for garbage collection.
  const reuse = (part: Buffer) => {
    if (free.length < MAX_FREE && part.buffer.byteLength === GATHERED_BYTES) free.push(Buffer.from(part.buffer))
  }
  const output = openOutput(1, WAITING_BYTES, reuse)
  let gathered: Buffer = Buffer.allocUnsafeSlow(GATHERED_BYTES)
  let end = 0
  const pass = () => {
    if (!end) return
    const part = gathered.subarray(0, end)
    end = 0
    if (output.write(part)) gathered = free.pop() ?? Buffer.allocUnsafeSlow(GATHERED_BYTES)
  }
  setInterval(pass, 1000).unref()
  return {
    write(line) {
      // A UTF-16 code unit takes at most three bytes in UTF-8.
      if (end + 3 * line.length > GATHERED_BYTES) pass()
      if (3 * line.length > GATHERED_BYTES) {
        // Allocate separate memory, since `reuse` takes over the whole memory of a written part.
        const long = Buffer.allocUnsafeSlow(Buffer.byteLength(line))
        long.write(line)
        output.write(long)
      } else end += gathered.write(line, end)
    },
    flush() {
      pass()
      output.flush()
    },
  }
}

function prettySink(): DestinationStream {
  return { write: (line) => void process.stdout.write(prettyLine(line)) }
}

type Line = {
  level: string
  time: string
  method?: string
  path?: string
  status?: number
  ms?: number
  from?: string
  message?: string
  missing?: string
  err?: { message: string; stack?: string[]; cause?: { message: string } }
}

const COLOURS = new Map(Object.entries({ error: 31, fatal: 31, warn: 33 }))
const paint = (colour: number, text: string) => `\x1b[${colour}m${text}\x1b[0m`

/** Formats a log line for a terminal. */
export function prettyLine(line: string): string {
  const { level, time: at, method, path, status = 0, ms, from, message, missing, err } = JSON.parse(line) as Line
  const clock = paint(90, new Date(at).toTimeString().slice(0, 8))
  if (method) {
    const colour = status >= 500 ? 31 : status >= 400 ? 33 : 32
    const took = paint(90, `${ms} ms${from ? ` ${from}` : ''}`)
    return `${clock} ${method.padEnd(4)} ${path} ${paint(colour, String(status))} ${took}\n`
  }
  const text = [message, missing, err?.message, err?.cause?.message].filter(Boolean).join(': ')
  const frames = (err?.stack ?? []).slice(0, 6).map((frame) => `\n         ${paint(90, frame)}`)
  return `${clock} ${paint(COLOURS.get(level) ?? 36, level)} ${text}${frames.join('')}\n`
}
