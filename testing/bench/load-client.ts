/**
 * A separate process that sends requests to this machine over keep-alive sockets. Reads a Load from stdin and writes a
 * LoadResult to stdout.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { json } from 'node:stream/consumers'

export type LoadRequest = {
  port: number
  path: string
  address: string
  encoding: 'browser' | 'identity'
  cookie?: string | undefined
}

/** Connections share the requests: they repeat them for `seconds`, or without it send each once. */
export type Load = {
  connections: number
  seconds?: number
  requests: LoadRequest[]
  /** Counts refusals (429, 503); otherwise they are errors, like everything but a 200. */
  allowsRefusals?: boolean
}

/** `ms` has a latency per request, in the order of the responses. */
export type LoadResult = { seconds: number; ms: number[]; refused: number }

const MAX_CONNECTIONS = 512
const MAX_SECONDS = 60

type Line = { socket: Socket; ask: (request: Buffer) => Promise<number> }

if (import.meta.main) {
  const load = (await json(process.stdin)) as Load
  process.stdout.write(JSON.stringify(await run(load)))
}

async function run({ connections, seconds, requests, allowsRefusals = false }: Load): Promise<LoadResult> {
  const written = requests.map(({ port, ...request }) => ({ port, bytes: write(request) }))
  const ms: number[] = []
  const started = performance.now()
  const end = started + Math.min(seconds ?? MAX_SECONDS, MAX_SECONDS) * 1000
  let next = 0
  let refused = 0
  const work = async () => {
    const lines = new Map<number, Line>()
    while (seconds || next < written.length) {
      const { port, bytes } = written[next++ % written.length]!
      const line = lines.get(port) ?? (await open(port, allowsRefusals))
      lines.set(port, line)
      const asked = performance.now()
      if (asked >= end) break
      const status = await line.ask(bytes)
      if (status === 429 || status === 503) refused++
      ms.push(performance.now() - asked)
    }
    for (const { socket } of lines.values()) socket.destroy()
  }
  await Promise.all(Array.from({ length: Math.min(connections, MAX_CONNECTIONS) }, work))
  return { seconds: (performance.now() - started) / 1000, ms, refused }
}

function write({ path, address, encoding, cookie }: Omit<LoadRequest, 'port'>): Buffer {
  const accepted = encoding === 'browser' ? 'Accept-Encoding: gzip, deflate, br, zstd\r\n' : ''
  const session = cookie ? `Cookie: ${cookie}\r\n` : ''
  return Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\nAccept: text/html\r\n${accepted}${session}\r\n`,
  )
}

/** Opens a connection for one request at a time. Reads only the status and length of responses. */
async function open(port: number, allowsRefusals: boolean): Promise<Line> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  let missing = -1
  let status = 0
  let answered: (status: number) => void = () => {}
  let failed: (error: Error) => void = () => {}
  let head: Buffer = Buffer.alloc(0)
  socket.on('data', (piece: Buffer) => {
    if (missing < 0) {
      head = head.length ? Buffer.concat([head, piece]) : piece
      const headEnd = head.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const text = head.toString('latin1', 0, headEnd)
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
      status = Number(text.slice(9, 12))
      const isExpected = status === 200 || (allowsRefusals && (status === 429 || status === 503))
      if (!isExpected || !length) return failed(new Error(`Not as expected: ${text}`))
      missing = Number(length) - (head.length - headEnd - 4)
      head = Buffer.alloc(0)
    } else missing -= piece.length
    if (missing === 0) {
      missing = -1
      answered(status)
    }
  })
  socket.on('error', (error) => failed(error))
  socket.on('close', () => failed(new Error('The server closed the connection')))
  return {
    socket,
    ask: (request) =>
      new Promise((resolve, reject) => {
        answered = resolve
        failed = reject
        socket.write(request)
      }),
  }
}
