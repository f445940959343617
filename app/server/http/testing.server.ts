import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomInt } from 'node:crypto'
import { createHttp, type Http, type HttpOptions } from './http.server.ts'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string }

export type TestPortal = Http & {
  url: string
  send: (
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string | Buffer },
  ) => Promise<Answer>
  /** The number of requests received. */
  heard: () => number
  close: () => Promise<void>
}

/**
 * Starts a portal on a free port, with a test's renderer. Its requests come from an address that no other portal uses.
 * `create` makes the HTTP layer, for tests of the built one.
 */
export async function startTestPortal(
  handle: (request: Request) => Promise<Response>,
  options: Partial<HttpOptions> = {},
  create: (options: HttpOptions) => Http = createHttp,
): Promise<TestPortal> {
  const http = create({
    handle,
    siteUrl: 'http://playhall.example',
    siteUrlIsSet: true,
    siteName: 'Playhall',
    trustProxy: 1,
    gameHosts: () => ['games.example'],
    routes: {},
    databaseAnswers: async () => true,
    readiness: async () => ({ isReady: true, text: 'ready\n' }),
    assetsFolder: '/nowhere',
    playFolder: '/nowhere',
    ...options,
  })
  let heard = 0
  const server = createServer((req, res) => {
    heard++
    http.listener(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const address = [10, randomInt(256), randomInt(256), randomInt(256)].join('.')
  return {
    ...http,
    url,
    heard: () => heard,
    send: (path, { method = 'GET', headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const outgoing = request(
          url,
          // Uses a new connection, because the server may close an idle one just as a slow test sends its next request.
          { path, method, agent: false, headers: { 'x-forwarded-for': address, ...headers } },
          (answer) => {
            const chunks: Buffer[] = []
            answer.on('data', (chunk: Buffer) => chunks.push(chunk))
            answer.on('end', () => {
              const whole = Buffer.concat(chunks)
              resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: whole, text: whole.toString() })
            })
          },
        )
        outgoing.on('error', reject)
        outgoing.end(body)
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A page with headers that let caches share it. */
export function cacheHeaders(body: string, { tags = '', seconds = 60, stale = 600, headers = {} } = {}): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': `public, s-maxage=${seconds}, stale-while-revalidate=${stale}`,
      'Cache-Tag': tags,
      ...headers,
    },
  })
}

/** A promise, and the function that resolves it. */
export function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}
