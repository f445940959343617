import { expect, test } from 'vitest'
import { addressGroup, clientAddress } from './client-address.server.ts'

test('without a trusted proxy the connection’s address is used and the header is ignored', () => {
  expect(clientAddress('192.0.2.1', '198.51.100.7', 0)).toBe('192.0.2.1')
})

test('with n trusted proxies the nth address from the right is used', () => {
  const header = '6.6.6.6, 198.51.100.7, 203.0.113.9'
  expect(clientAddress('10.0.0.1', header, 1)).toBe('203.0.113.9')
  expect(clientAddress('10.0.0.1', header, 2)).toBe('198.51.100.7')
})

test('a header with fewer addresses than proxies gives its leftmost address', () => {
  expect(clientAddress('10.0.0.1', '198.51.100.7', 3)).toBe('198.51.100.7')
})

test('an unreadable header falls back to the connection', () => {
  expect(clientAddress('10.0.0.1', 'unknown', 1)).toBe('10.0.0.1')
  expect(clientAddress('10.0.0.1', '', 1)).toBe('10.0.0.1')
})

test('ports, brackets and the prefix of mapped addresses are removed', () => {
  expect(clientAddress('::ffff:192.0.2.1', undefined, 0)).toBe('192.0.2.1')
  expect(clientAddress('::1', '198.51.100.7:5123', 1)).toBe('198.51.100.7')
  expect(clientAddress('::1', '[2001:DB8::5]:443', 1)).toBe('2001:db8::5')
})

test('IPv6 addresses of one /64 share a group and others do not', () => {
  expect(addressGroup('2001:db8:1:2::1')).toBe(addressGroup('2001:db8:1:2:ffff::9'))
  expect(addressGroup('2001:db8:1:2::1')).not.toBe(addressGroup('2001:db8:1:3::1'))
  expect(addressGroup('192.0.2.1')).toBe('192.0.2.1')
})
