import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'

export type Ask = {
  path: string
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
  /** Where the request seems to come from; a new address where none is given. */
  address?: string
  cookie?: string | undefined
  /** How long an answer is waited for. */
  patienceMs?: number
}

/** `status` 0: no answer in time, or the connection was cut. */
export type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; text: string; ms: number; path: string }

const PATIENCE_MS = 15_000
const KEPT_BYTES = 2 << 20
const agent = new Agent({ keepAlive: true, maxFreeSockets: 32 })

let asked = 0
const first = Math.floor(Math.random() * (1 << 23))

/** An address that nobody had before in this run, nor, most likely, in the last one. */
export function nextAddress(): string {
  const at = first + asked++
  return `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`
}

/** Sends one request to a portal and gives its answer, redirects and all. */
export function ask(url: string, options: Ask): Promise<Answer> {
  const { path, method = 'GET', body, cookie, patienceMs = PATIENCE_MS, address = nextAddress() } = options
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
  // A header that is to be missing is given as undefined.
  const headers = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  const started = performance.now()
  return new Promise((resolve) => {
    const done = (status: number, given: Answer['headers'] = {}, text = '') =>
      resolve({ status, headers: given, text, ms: performance.now() - started, path })
    const sent = request({ hostname, port, path, method, headers, agent, setHost: false }, (answer) => {
      const pieces: Buffer[] = []
      let bytes = 0
      const end = () => done(answer.statusCode ?? 0, answer.headers, Buffer.concat(pieces).toString())
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (bytes <= KEPT_BYTES) pieces.push(piece)
      })
      answer.on('end', end).on('error', end)
    })
    const late = setTimeout(() => sent.destroy(new Error('late')), patienceMs)
    sent.on('close', () => clearTimeout(late)).on('error', () => done(0))
    sent.end(body)
  })
}

/** A form as browsers send it. */
export function askForm(url: string, options: Ask & { form: Record<string, string> }): Promise<Answer> {
  const { form, headers, ...rest } = options
  const body = new URLSearchParams(form).toString()
  return ask(url, {
    method: 'POST',
    ...rest,
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

/** JSON as our scripts send it. */
export function askJson(url: string, options: Ask & { json: unknown }): Promise<Answer> {
  const { json, headers, ...rest } = options
  const body = JSON.stringify(json)
  return ask(url, {
    method: 'POST',
    ...rest,
    body,
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
  })
}

/**
 * Writes bytes to a socket as they are and gives all that comes back until the portal closes it, or has said nothing for
 * `quietMs`.
 */
export async function sendBytes(url: string, bytes: string | Buffer, quietMs = 1000): Promise<string> {
  const socket = await openSocket(url)
  const heard: Buffer[] = []
  socket.write(bytes)
  await new Promise<void>((resolve) => {
    socket.setTimeout(quietMs, resolve)
    socket.on('data', (piece: Buffer) => heard.push(piece)).on('close', () => resolve())
  })
  socket.destroy()
  return Buffer.concat(heard).toString('latin1')
}

/** A socket to a portal, whose end is nobody's trouble. */
export function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => resolve(socket))
    socket.on('error', reject)
  })
}

/** Statuses of all answers in what `sendBytes` gave. */
export function statusesIn(heard: string): number[] {
  return Array.from(heard.matchAll(/^HTTP\/1\.[01] (\d{3})/gm), ([, status]) => Number(status))
}

/** Does `work` for each item, so many at a time. */
export async function each<T>(items: Iterable<T>, width: number, work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items[Symbol.iterator]()
  const line = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: width }, line))
}
