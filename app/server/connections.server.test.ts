import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { guardConnections, mayAnswer } from './connections.server.ts'

let asked = 0
const sockets: Socket[] = []
let server: ReturnType<typeof createServer>

async function listen(trustProxy: number): Promise<number> {
  asked = 0
  server = createServer((req, res) => {
    if (!mayAnswer(req, res)) return
    asked++
    res.end('answered')
  })
  guardConnections(server, trustProxy)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Sends text over a connection of its own, from an address of this machine; gives what came back until it was quiet or cut. */
async function send(port: number, text: string, localAddress: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  sockets.push(socket)
  let heard = ''
  socket.on('data', (piece) => (heard += piece.toString()))
  socket.on('error', () => {})
  socket.write(text)
  await sleep(150)
  return heard
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
  server.closeAllConnections()
})

test('who sends many requests without waiting for answers is cut after a few, and rests', async () => {
  const port = await listen(0)
  await send(port, GET.repeat(400), '127.0.0.21')
  expect(asked).toBeLessThan(10)
  const before = asked
  await send(port, GET, '127.0.0.21')
  expect(asked).toBe(before)
  expect(await send(port, GET, '127.0.0.22')).toContain('answered')
})

test('requests that wait for one another go on for ever on one connection', async () => {
  const port = await listen(0)
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.23' })
  sockets.push(socket)
  for (let round = 0; round < 50; round++) {
    const answered = new Promise((resolve) => socket.once('data', resolve))
    socket.write(GET)
    await answered
  }
  expect(asked).toBe(50)
})

test('an address has five hundred connections and no more; a proxy as many as it likes', async () => {
  const open = async (port: number, localAddress: string) => {
    const all = Array.from({ length: 600 }, () => connect({ port, host: '127.0.0.1', localAddress }))
    for (const socket of all) socket.on('error', () => {}).resume()
    sockets.push(...all)
    await expect.poll(() => all.filter(({ connecting }) => connecting).length, { timeout: 20_000 }).toBe(0)
    return () => all.filter(({ destroyed }) => !destroyed).length
  }
  const ofOne = await open(await listen(0), '127.0.0.24')
  await expect.poll(ofOne, { timeout: 20_000 }).toBe(500)
  server.close()
  server.closeAllConnections()
  const ofProxy = await open(await listen(1), '127.0.0.25')
  await sleep(500)
  expect(ofProxy()).toBe(600)
})
