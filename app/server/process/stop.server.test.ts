import { createServer } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openLog } from './log.server.ts'
import { createStop } from './stop.server.ts'

/** Sends a request on a separate connection and calls `onSent`. Returns the response, the error's code, or `cut`. */
function send(port: number, onSent: () => void): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      onSent()
    })
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
    socket.on('close', () => resolve(text || 'cut'))
  })
}

test('requests sent just before a stop are answered, and later ones are refused', async () => {
  openLog({ level: 'silent', pretty: false })
  const server = createServer((_, res) => res.end('well'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ended = Promise.withResolvers<number>()
  const { onSignal } = createStop({ server }, ended.resolve)
  let sent = 0
  const stopWithTheLast = () => {
    if (++sent < 20) return
    onSignal('SIGTERM')
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(port, stopWithTheLast)))
  expect(answers.map((answer) => answer.split('\r\n', 1)[0])).toEqual(Array.from(answers, () => 'HTTP/1.1 200 OK'))
  expect(answers.at(-1)).toContain('\r\nConnection: close\r\n')
  expect(await ended.promise).toBe(0)
  expect(await send(port, () => {})).toBe('ECONNREFUSED')
})
