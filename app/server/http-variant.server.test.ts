import { once } from 'node:events'
import { createServer, ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeVariant, sendVariant } from './http-variant.server.ts'

const BODY = 'Snakes & Ladders ✓'
const page = makeVariant(200, ['Content-Type', 'text/plain; charset=utf-8'], '"abc"', 'identity', Buffer.from(BODY))
const server = createServer({ keepAliveTimeout: 7000 }, (req, res) => void sendVariant(req, res, page))

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())

/** Everything that the server writes on one connection for these requests, sent at once, until it closes. */
async function talk(...requests: string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(requests.join(''))
  return (await buffer(socket)).toString()
}

const ask = (head = 'GET / HTTP/1.1', ...lines: string[]) => [head, 'Host: localhost', ...lines, '', ''].join('\r\n')
const DATE = /\r\nDate: [A-Z][a-z]{2}, \d\d .*\r\n/
const LAST = 'Connection: close'

describe('A page that is kept as bytes', () => {
  it('gives each request of a second the head that Node made for the first', async () => {
    const made = vi.spyOn(ServerResponse.prototype, 'writeHead')
    const answers = (await talk(ask(), ask(), ask(), ask('GET / HTTP/1.1', LAST))).split(BODY)
    // One for those that stay, or two where a second ends between them, and one for the client that leaves.
    expect(made.mock.calls.length).toBeLessThanOrEqual(3)
    made.mockRestore()
    expect(answers).toHaveLength(5)
    const [first, second, third, last] = answers
    expect(first).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Content-Length: 20\r\n.*Keep-Alive: timeout=7\r\n\r\n$/s)
    expect(first).toMatch(DATE)
    for (const other of [second, third]) expect(other!.replace(DATE, '')).toBe(first!.replace(DATE, ''))
    expect(last).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n\r\n$/s)
  })

  it('keeps the date true', async () => {
    const dateSaid = async () => {
      const [answer] = (await talk(ask(), ask('GET / HTTP/1.1', LAST))).split(BODY)
      return Date.parse(DATE.exec(answer!)![0].replace('Date:', ''))
    }
    const first = await dateSaid()
    await expect.poll(dateSaid).toBeGreaterThan(first)
    expect(await dateSaid()).toBeLessThanOrEqual(Date.now())
  })

  it('answers HEAD and what is known already without its bytes, between answers with them', async () => {
    const known = ask('GET / HTTP/1.1', 'If-None-Match: "abc"')
    const heads = (await talk(ask(), ask('HEAD / HTTP/1.1'), ask(), known, ask('GET / HTTP/1.1', LAST)))
      .replaceAll(BODY, '')
      .split('HTTP/1.1 ')
      .slice(1)
    expect(heads.map((head) => head.slice(0, 3))).toEqual(['200', '200', '200', '304', '200'])
    expect(heads.every((head) => head.endsWith('\r\n\r\n'))).toBe(true)
  })

  it('closes the connection of an old client that does not keep it', async () => {
    await talk(ask(), ask('GET / HTTP/1.1', LAST))
    expect(await talk(ask('GET / HTTP/1.0'))).toMatch(/Connection: close\r\n.*✓$/s)
  })
})
