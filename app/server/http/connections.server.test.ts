import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { guardConnections, mayAnswer } from './connections.server.ts'

let handled = 0
const sockets: Socket[] = []
let server: ReturnType<typeof createServer>

async function listen(trustProxy: number): Promise<number> {
  handled = 0
  server = createServer({ connectionsCheckingInterval: 20 }, async (req, res) => {
    if (!mayAnswer(req, res)) return
    handled++
    if (req.method === 'POST') await once(req, 'end').catch(() => {})
    res.end('answered')
  })
  guardConnections(server, trustProxy)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function open(port: number, localAddress: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  sockets.push(socket)
  return socket.on('error', () => {})
}

/** Sends text on a connection. Returns true if it is answered, false if the connection is closed. */
function isAnswered(socket: Socket, text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (result: boolean) => {
      socket.off('data', answered).off('close', cut)
      resolve(result)
    }
    const answered = () => end(true)
    const cut = () => end(false)
    socket.on('data', answered).on('close', cut).write(text)
  })
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
  server.closeAllConnections()
})

test('a connection that pipelines many requests is closed after a few', async () => {
  const port = await listen(0)
  const flood = open(port, '127.0.0.21')
  const cut = once(flood, 'close')
  flood.resume().write(GET.repeat(400))
  await cut
  expect(handled).toBeLessThan(10)
  expect(await isAnswered(open(port, '127.0.0.22'), GET)).toBe(true)
})

test('an incomplete request is ended by Node', async () => {
  const port = await listen(0)
  Object.assign(server, { headersTimeout: 50, requestTimeout: 100 })
  for (const part of ['GET / HT', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na']) {
    const socket = open(port, '127.0.0.26')
    // Not `once`, which rejects if the connection is reset. A reset may also lose the response.
    const cut = new Promise((resolve) => socket.on('close', resolve))
    let text = ''
    socket.on('data', (piece) => (text += String(piece))).write(part)
    await cut
    expect(text).toMatch(/^$|408 Request Timeout/)
  }
})

test('a silent connection is closed, except while the portal works on a complete request', async () => {
  const port = await listen(0)
  server.removeAllListeners('request').on('request', (req, res) => {
    if (!mayAnswer(req, res)) return
    req.socket.setTimeout(20).once('timeout', () => req.url === '/long' && res.end('answered'))
    req.resume()
    if (req.url === '/begun') res.write('begun')
  })
  const answerTo = async (path: string, body: string) => {
    const socket = open(port, '127.0.0.27')
    const closed = new Promise((resolve) => socket.on('close', resolve))
    let answer = ''
    socket.on('data', (piece) => (answer += String(piece)))
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1\r\n\r\n${body}`)
    await closed
    return answer
  }
  expect(await answerTo('/long', 'a')).toContain('answered')
  expect(await answerTo('/incomplete', '')).toBe('')
  expect(await answerTo('/begun', 'a')).toMatch(/begun\r\n$/)
})

test('sequential requests on one connection are not limited', async () => {
  const port = await listen(0)
  const socket = open(port, '127.0.0.23')
  for (let round = 0; round < 50; round++) expect(await isAnswered(socket, GET)).toBe(true)
  expect(handled).toBe(50)
})

test('an address may open five hundred connections, and a trusted proxy any number', async () => {
  /** Returns the number of answered connections among six hundred; the others are closed. */
  const answeredOf = async (port: number, localAddress: string) => {
    const all = Array.from({ length: 600 }, () => open(port, localAddress))
    const answers = await Promise.all(all.map((socket) => isAnswered(socket, GET)))
    return answers.filter(Boolean).length
  }
  expect(await answeredOf(await listen(0), '127.0.0.24')).toBe(500)
  server.close()
  server.closeAllConnections()
  expect(await answeredOf(await listen(1), '127.0.0.25')).toBe(600)
})
