import { Agent, createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { pipeline } from 'node:stream/promises'

const HOSTS = ['localhost', '127.0.0.1']

/**
 * Starts a proxy for a browser. It forwards requests to this machine from the given address and fails those to other
 * hosts. Playwright routes would cost far more per request and bypass the browser's cache.
 *
 * @param currentAddress read at each request
 */
export async function startProxy(currentAddress: () => string): Promise<{ url: string; stop: () => void }> {
  const agent = new Agent({ keepAlive: true })
  const server = createServer((asked, answer) => {
    const url = URL.parse(asked.url ?? '')
    if (!url || !HOSTS.includes(url.hostname)) return void answer.writeHead(502).end()
    const { 'proxy-connection': _, ...headers } = asked.headers
    const passed = request(url, {
      agent,
      method: asked.method,
      headers: { ...headers, 'x-forwarded-for': currentAddress() },
    })
    passed.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.rawHeaders)
      pipeline(response, answer).catch(() => answer.destroy())
    })
    passed.on('error', () => answer.destroy())
    // The browser has navigated away.
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
  // Tunnels: Playwright's own requests, whose address does not matter, and encrypted ones of the browser.
  server.on('connect', (asked, socket) => {
    const { hostname, port } = new URL(`http://${asked.url}`)
    if (!HOSTS.includes(hostname)) return void socket.end('HTTP/1.1 502 No such host\r\n\r\n')
    const passed = connect(Number(port || 80), hostname, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    for (const [from, to] of [
      [socket, passed],
      [passed, socket],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
