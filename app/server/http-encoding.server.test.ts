import { expect, test } from 'vitest'
import { isCompressible, pickEncoding } from './http-encoding.server.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['BR', 'br'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['identity', 'identity'],
  ['br;q=nonsense, gzip;q=0.1', 'gzip'],
  ['zstd, deflate', 'identity'],
] as const)('Accept-Encoding %j gets %s', (header, encoding) => {
  expect(pickEncoding(header)).toBe(encoding)
  expect(pickEncoding(header)).toBe(encoding)
})

test('text compresses, pictures and small answers do not', () => {
  expect(isCompressible('text/html; charset=utf-8', 5000)).toBe(true)
  expect(isCompressible('text/x-script', 5000)).toBe(true)
  expect(isCompressible('application/ld+json', 5000)).toBe(true)
  expect(isCompressible('image/webp', 5000)).toBe(false)
  expect(isCompressible('text/html', 200)).toBe(false)
  expect(isCompressible(null, 5000)).toBe(false)
})
