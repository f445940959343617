import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressAssets } from './assets-build.server.ts'
import { startTestPortal, type TestPortal } from '../http/testing.server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-assets-'))
const SCRIPT = 'export const hall = 1\n'.repeat(500)
let portal: TestPortal

beforeAll(async () => {
  mkdirSync(path.join(folder, 'client/assets'), { recursive: true })
  mkdirSync(path.join(folder, 'client/.vite'))
  writeFileSync(path.join(folder, 'secret.txt'), 'secret')
  writeFileSync(path.join(folder, 'client/.vite/manifest.json'), '{}')
  writeFileSync(path.join(folder, 'client/icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(path.join(folder, 'client/a b.txt'), 'spaced')
  writeFileSync(path.join(folder, 'client/assets/app-abc.js'), SCRIPT)
  writeFileSync(path.join(folder, 'client/assets/large.webp'), Buffer.alloc(2 << 20, 1))
  expect(await compressAssets(path.join(folder, 'client'))).toBe(1)
  expect(await compressAssets(path.join(folder, 'client'))).toBe(0)
  portal = await startTestPortal(async () => new Response('rendered'), { assetsFolder: path.join(folder, 'client') })
})

afterAll(async () => {
  await portal.close()
  rmSync(folder, { recursive: true })
})

test('files with a hash in their name are cached for a year, others for minutes', async () => {
  expect((await portal.send('/assets/app-abc.js')).headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  expect((await portal.send('/icon.svg?v=2')).headers).toMatchObject({
    'cache-control': 'public, max-age=600',
    'content-type': 'image/svg+xml; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; sandbox",
  })
  expect((await portal.send('/a%20b.txt')).text).toBe('spaced')
})

test('assets compressed at build time are sent to clients that accept the encoding', async () => {
  const br = await portal.send('/assets/app-abc.js', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
  expect(brotliDecompressSync(br.body).toString()).toBe(SCRIPT)
  expect(
    (await portal.send('/assets/app-abc.js', { headers: { 'accept-encoding': 'gzip' } })).headers['content-encoding'],
  ).toBe('gzip')
  expect((await portal.send('/assets/app-abc.js')).text).toBe(SCRIPT)
})

test('HEAD, 304 and files too large for memory are supported', async () => {
  const large = await portal.send('/assets/large.webp')
  expect(large.body.length).toBe(2 << 20)
  expect(await portal.send('/assets/large.webp', { method: 'HEAD' })).toMatchObject({
    status: 200,
    text: '',
    headers: { 'content-length': String(2 << 20) },
  })
  const again = await portal.send('/assets/large.webp', { headers: { 'if-none-match': String(large.headers.etag) } })
  expect(again).toMatchObject({ status: 304, text: '' })
})

test('a missing asset is a short 404, not a page', async () => {
  expect(await portal.send('/assets/gone.js')).toMatchObject({ status: 404, text: 'Not found\n' })
  expect((await portal.send('/gone.txt')).text).toBe('rendered')
})

test('no path leads outside the folder or to hidden files', async () => {
  const paths = [
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//secret.txt',
    '/.vite/manifest.json',
    '/assets/app-abc.js.br',
    '/assets/app-abc.js%00.txt',
  ]
  for (const each of paths) {
    const { text } = await portal.send(each)
    expect([each, text.includes('secret'), text.startsWith('{')]).toEqual([each, false, false])
  }
})

test('other methods are refused for a file', async () => {
  const headers = { origin: 'http://playhall.example' }
  expect(await portal.send('/icon.svg', { method: 'POST', headers })).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD' },
  })
})
