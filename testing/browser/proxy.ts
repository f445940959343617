import { Agent, createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { pipeline } from 'node:stream/promises'

const HOSTS = ['localhost', '127.0.0.1']

/**
 * Starts a proxy for a browser that passes on what is for this machine, as if it came from an address, and answers for all
 * other hosts that they cannot be reached. By a route of Playwright's each request would cost far more, and go past the
 * browser's cache.
 * @param addressNow read at each request
 */
export async function startProxy(addressNow: () => string): Promise<{ url: string; stop: () => void }> {
  const agent = new Agent({ keepAlive: true })
  const server = createServer((asked, answer) => {
    const url = URL.parse(asked.url ?? '')
    if (!url || !HOSTS.includes(url.hostname)) return void answer.writeHead(502).end()
    const { 'proxy-connection': _, ...headers } = asked.headers
    const passed = request(url, {
      agent,
      method: asked.method,
      headers: { ...headers, 'x-forwarded-for': addressNow() },
    })
    passed.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.rawHeaders)
      pipeline(response, answer).catch(() => answer.destroy())
    })
    passed.on('error', () => answer.destroy())
    // The browser has gone elsewhere.
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
  // So ask Playwright itself, for which the address does not matter, and a browser for what is encrypted.
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
