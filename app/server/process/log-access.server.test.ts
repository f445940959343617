import { expect, test } from 'vitest'
import { CLIENT_ADDRESS_HEADER } from '../http/client-address.server.ts'
import { clientHash, logAccess } from './log-access.server.ts'
import { openLog } from './log.server.ts'

process.env.AUTH_SECRET = 'a secret of thirty-two characters'

test('a sign-in is logged with the client’s hash and the player, without the address', () => {
  const lines: string[] = []
  openLog({ level: 'info', pretty: false, sink: { write: (line) => void lines.push(line) } })
  const request = new Request('https://a.example/login', { headers: { [CLIENT_ADDRESS_HEADER]: '192.0.2.7' } })
  logAccess(request, 'Signed in', { player: 'a-player' })
  logAccess(request, 'Sign-in refused', { reason: 'wrong' })
  const client = clientHash('192.0.2.7')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'info', message: 'Signed in', client, player: 'a-player' },
    { level: 'info', message: 'Sign-in refused', client, reason: 'wrong' },
  ])
  expect(lines.join()).not.toContain('192.0.2.7')
})

test('addresses of one IPv6 network share a hash, others do not', () => {
  expect(clientHash('2001:db8:1:2::1')).toBe(clientHash('2001:db8:1:2:3::9'))
  expect(clientHash('2001:db8:1:2::1')).not.toBe(clientHash('2001:db8:1:3::1'))
  expect(clientHash('192.0.2.7')).not.toBe(clientHash('192.0.2.8'))
})
