import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeVariant, sendVariant } from './variant.server.ts'

const BODY = 'Snakes & Ladders ✓'
const page = makeVariant(200, ['Content-Type', 'text/plain; charset=utf-8'], '"abc"', 'identity', Buffer.from(BODY))
const server = createServer({ keepAliveTimeout: 7000 }, (req, res) => void sendVariant(req, res, page))

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())

/** Sends these requests at once on one connection; returns everything that the server writes until it closes. */
async function talk(...requests: string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(requests.join(''))
  return (await buffer(socket)).toString()
}

const requestOf = (head = 'GET / HTTP/1.1', ...lines: string[]) =>
  [head, 'Host: localhost', ...lines, '', ''].join('\r\n')
const DATE = /\r\nDate: ([A-Z][a-z]{2}, \d\d .*)\r\n/
const LAST = 'Connection: close'

describe('a page that is cached as bytes', () => {
  it('is sent with length and date over a connection that stays open until the client closes it', async () => {
    const [first, second, last] = (await talk(requestOf(), requestOf(), requestOf('GET / HTTP/1.1', LAST))).split(BODY)
    for (const head of [first, second])
      expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Content-Length: 20\r\n.*Keep-Alive: timeout=7\r\n\r\n$/s)
    expect(Date.parse(DATE.exec(first!)![1]!)).toBeLessThanOrEqual(Date.now())
    expect(last).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n\r\n$/s)
  })

  it('omits the body for HEAD and 304, between responses that have one', async () => {
    const known = requestOf('GET / HTTP/1.1', 'If-None-Match: "abc"')
    const heads = (
      await talk(requestOf(), requestOf('HEAD / HTTP/1.1'), requestOf(), known, requestOf('GET / HTTP/1.1', LAST))
    )
      .replaceAll(BODY, '')
      .split('HTTP/1.1 ')
      .slice(1)
    expect(heads.map((head) => head.slice(0, 3))).toEqual(['200', '200', '200', '304', '200'])
    expect(heads.every((head) => head.endsWith('\r\n\r\n'))).toBe(true)
  })

  it('closes the connection of a client that does not support keep-alive', async () => {
    await talk(requestOf(), requestOf('GET / HTTP/1.1', LAST))
    expect(await talk(requestOf('GET / HTTP/1.0'))).toMatch(/Connection: close\r\n.*✓$/s)
  })
})
