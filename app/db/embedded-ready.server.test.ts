import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { openLog } from '../server/process/log.server.ts'
import { waitUntilReady } from './embedded-ready.server.ts'

/** More attempts than fit into a minute. */
const MANY = 400

// Pauses between attempts take no time.
vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }))

/** Waits for a server that refuses the first attempts with this message, and accepts connections after them. */
async function waitFor(message: string): Promise<{ isReady: boolean; attempts: number; lines: string[] }> {
  const lines: string[] = []
  openLog({ level: 'info', pretty: false, sink: { write: (line) => void lines.push(line) } })
  const host = mkdtempSync(path.join(os.tmpdir(), 'playhall-ready-'))
  let attempts = 0
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      attempts++
      if (attempts > MANY) socket.write(ACCEPTED)
      else socket.end(refusal(message))
    })
  }).listen(path.join(host, '.s.PGSQL.5432'))
  await once(server, 'listening')
  try {
    const isReady = await waitUntilReady({ host, port: 5432, user: 'playhall', ssl: false }, () => false)
    return { isReady, attempts, lines }
  } finally {
    server.close()
    rmSync(host, { recursive: true })
  }
}

/** AuthenticationOk and ReadyForQuery in PostgreSQL's protocol. */
const ACCEPTED = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1')

function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C57P03\0M${message}\0\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from('E'), length, fields])
}

test('a server may take longer than a minute to recover from a crash, which is logged once', async () => {
  const { isReady, attempts, lines } = await waitFor('the database system is starting up')
  expect([isReady, attempts]).toEqual([true, MANY + 1])
  expect(lines).toEqual([expect.stringContaining('still starting')])
})

test('a server that does not finish its shutdown is given up after a minute', async () => {
  const { isReady, attempts, lines } = await waitFor('the database system is shutting down')
  expect(isReady).toBe(false)
  expect(attempts).toBeLessThan(MANY)
  expect(lines).toEqual([])
})
