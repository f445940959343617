import { zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decode, encodeOnce, type Encoding, isCompressible, pickEncoding } from './encoding.server.ts'

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

test('text is compressed, pictures and small responses are not', () => {
  expect(isCompressible('text/html; charset=utf-8', 5000)).toBe(true)
  expect(isCompressible('text/x-script', 5000)).toBe(true)
  expect(isCompressible('application/ld+json', 5000)).toBe(true)
  expect(isCompressible('image/webp', 5000)).toBe(false)
  expect(isCompressible('text/html', 200)).toBe(false)
  expect(isCompressible(null, 5000)).toBe(false)
})

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['zstd;q=0, gzip', 'gzip'],
  ['*', 'br'],
  [undefined, 'identity'],
])('a response for Accept-Encoding %j is sent as %s and decodes to the same content', async (header, expected) => {
  const text = Buffer.from('all the games of the hall '.repeat(200))
  const { encoding, body } = await encodeOnce(text, header)
  expect(encoding).toBe(expected)
  const unpacked = encoding === 'zstd' ? zstdDecompressSync(body) : await decode(body, encoding as Encoding)
  expect(unpacked).toEqual(text)
})
