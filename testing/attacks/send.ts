import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { watchMachineSpeed } from '../portal/machine-speed.ts'

export type RequestOptions = {
  path: string
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
  /** The apparent source of the request; by default a new address. */
  address?: string
  cookie?: string | undefined
  /** How long to wait for a response. */
  timeoutMs?: number
}

/** `status` 0: the connection was cut, or no response came within the time limit (`isLate`). */
export type Answer = {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
  ms: number
  path: string
  isLate?: boolean
  /** How often the request was repeated after a 503. The portal may have counted these requests, too. */
  repeats?: number
  sent: Sent
}

/** A request that was sent. `method` and `headers` are empty if it was written directly to a socket. */
type Sent = { method: string; headers: OutgoingHttpHeaders; body: string | Buffer }

/** This only ends a hang: durations are judged by the portal's processor time. */
const TIMEOUT_MS = 120_000
const CACHED_BYTES = 2 << 20
const agent = new Agent({ keepAlive: true, maxFreeSockets: 32 })

const RUN = Date.now().toString(36)
let asked = 0
const first = Math.floor(Math.random() * (1 << 23))

/** An address unused in this run and, most likely, in the previous one. */
export function nextAddress(): string {
  const at = first + asked++
  return `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`
}

/** Returns a string that no call returned before, in any run. */
export function unique(): string {
  return `${RUN}${(asked++).toString(36)}`
}

/** The same page at an address that no cache contains. */
export function fresh(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}n=${unique()}`
}

const RETRY_MS = 1000
const MAX_RETRIES = 60

/**
 * Sends one request and returns the response without following redirects. A portal whose database takes longer than two
 * seconds responds with 503 and a Retry-After. If this machine was slow meanwhile, that is no fault of the portal, so
 * the request is repeated.
 */
export async function sendRequest(url: string, options: RequestOptions): Promise<Answer> {
  for (let again = 0; ; again++) {
    const machineSpeed = watchMachineSpeed()
    const answer = await sendOnce(url, options)
    const isBusy = answer.status === 503 && answer.headers['retry-after'] !== undefined
    if (!isBusy || again === MAX_RETRIES) return { ...answer, repeats: again }
    await sleep(RETRY_MS)
    if (!machineSpeed.wasSlow()) return { ...answer, repeats: again }
  }
}

function sendOnce(url: string, options: RequestOptions): Promise<Answer> {
  const { path, method = 'GET', body, cookie, timeoutMs = TIMEOUT_MS, address = nextAddress() } = options
  const { hostname, port, host, origin } = new URL(url)
  const all = {
    host,
    'x-forwarded-for': address,
    accept: 'text/html',
    ...(method !== 'GET' && method !== 'HEAD' && { origin }),
    ...(cookie && { cookie }),
    ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    ...options.headers,
  }
  // Callers omit a header by setting it to undefined.
  const headers = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  const started = performance.now()
  return new Promise((resolve) => {
    let isLate = false
    const done = (status: number, given: Answer['headers'] = {}, text = '') => {
      const ms = performance.now() - started
      resolve({ status, headers: given, text, ms, path, isLate, sent: { method, headers, body: body ?? '' } })
    }
    const sent = request({ hostname, port, path, method, headers, agent, setHost: false }, (answer) => {
      const pieces: Buffer[] = []
      let bytes = 0
      const end = () => done(answer.statusCode ?? 0, answer.headers, Buffer.concat(pieces).toString())
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (bytes <= CACHED_BYTES) pieces.push(piece)
      })
      answer.on('end', end).on('error', end)
    })
    const late = setTimeout(() => {
      isLate = true
      sent.destroy(new Error('late'))
    }, timeoutMs)
    sent
      .on('close', () => clearTimeout(late))
      .on('error', ({ code }: NodeJS.ErrnoException) => {
        // The portal closed an idle connection at the moment when it was reused.
        if (sent.reusedSocket && code === 'ECONNRESET') resolve(sendOnce(url, { ...options, address }))
        else done(0)
      })
    sent.end(body)
  })
}

/** Sends a form as browsers do. */
export function sendForm(url: string, options: RequestOptions & { form: Record<string, string> }): Promise<Answer> {
  const { form, headers, ...rest } = options
  const body = new URLSearchParams(form).toString()
  return sendRequest(url, {
    method: 'POST',
    ...rest,
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

/** Sends JSON as our scripts do. */
export function sendJson(url: string, options: RequestOptions & { json: unknown }): Promise<Answer> {
  const { json, headers, ...rest } = options
  const body = JSON.stringify(json)
  return sendRequest(url, {
    method: 'POST',
    ...rest,
    body,
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
  })
}

/**
 * Writes raw bytes to a socket. Returns everything received until the portal closes it, or is silent for `quietMs`
 * while it serves others. `statuses` lists all responses, and `status` is the first.
 */
export async function sendBytes(
  url: string,
  bytes: string | Buffer,
  quietMs = 1000,
): Promise<Answer & { statuses: number[] }> {
  const socket = await openSocket(url)
  const received: Buffer[] = []
  let isClosed = false
  const started = performance.now()
  socket.on('data', (piece: Buffer) => received.push(piece)).on('close', () => (isClosed = true))
  socket.write(bytes)
  for (let pieces = -1; !isClosed && pieces !== received.length;) {
    pieces = received.length
    await waitForSilence(socket, quietMs)
    // A busy portal may not have processed the bytes until it has served this later request.
    if (!isClosed) await sendRequest(url, { path: '/healthz' })
  }
  socket.destroy()
  const text = Buffer.concat(received).toString('latin1')
  const statuses = statusesIn(text)
  const ms = performance.now() - started
  return { status: statuses[0] ?? 0, statuses, text, headers: {}, ms, path: '', sent: { method: '', headers: {}, body: bytes } } // prettier-ignore
}

/** Waits until a socket closes or has been silent for `ms`. */
function waitForSilence(socket: Socket, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.setTimeout(0)
      socket.off('timeout', done).off('close', done)
      resolve()
    }
    socket.setTimeout(ms).on('timeout', done).on('close', done)
  })
}

/** Opens a socket to a portal. Rejects if that fails; later errors are ignored. */
export function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => resolve(socket))
    socket.on('error', reject)
  })
}

/** The statuses of all responses in the received text. */
function statusesIn(received: string): number[] {
  return Array.from(received.matchAll(/^HTTP\/1\.[01] (\d{3})/gm), ([, status]) => Number(status))
}

/** Runs `work` for each item, `width` at a time. */
export async function forEachParallel<T>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = items[Symbol.iterator]()
  const line = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: width }, line))
}

const SHOWN_CHARACTERS = 20_000

/** The request and the response as HTTP text. */
export function describeAnswer({ sent, path, status, headers, text, ms, isLate }: Answer): string {
  const asked = sent.method ? [`${sent.method} ${path}`, ...headersOf(sent.headers), ''] : []
  const answered = status ? `${status} after ${Math.round(ms)} ms` : isLate ? 'no answer' : 'the connection was cut'
  return [
    'Sent:',
    ...indented([...asked, quote(sent.body)]),
    `Answered: ${answered}`,
    ...indented([...headersOf(headers), '', quote(text)]),
  ].join('\n')
}

function headersOf(headers: OutgoingHttpHeaders): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${quote(String(value))}`)
}

/** On one line, with escapes for characters that terminals do not show; long text is truncated. */
function quote(text: string | Buffer): string {
  const whole = JSON.stringify(text.toString()).slice(1, -1).replaceAll('\\"', '"')
  const cut =
    whole.length > SHOWN_CHARACTERS ? `${whole.slice(0, SHOWN_CHARACTERS)}… (${text.length} characters)` : whole
  return cut.replace(/[^ -~…]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function indented(lines: string[]): string[] {
  return lines.map((line) => `    ${line}`)
}

/** Waits until the value of `read` has not changed for `ms`. */
export async function waitUntilStable(read: () => number, ms: number): Promise<void> {
  for (let before = -1, now = read(); before !== now; now = read()) {
    before = now
    await sleep(ms)
  }
}
