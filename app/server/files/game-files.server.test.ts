import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Frame } from '@playwright/test'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findBrowser } from '../../../cli/browser.mjs'
import { startTestPortal, type TestPortal } from '../http/testing.server.ts'
import { sendGameFile } from './game-files.server.ts'
import { storage } from './storage.server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-play-'))
let portal: TestPortal

const SOUND = Buffer.from(Array.from({ length: 256 }, (_, at) => at))
const VIDEO = Buffer.alloc(600 * 1024, SOUND)

const FILES = {
  'bridge.js': `window.bridge = true; Object.defineProperty(window, 'localStorage', { value: { best: 3 } })`,
  'shards/index.html': `<!doctype html><html lang="en"><title>Shards</title><script src="/play/bridge.js"></script>
    <link rel="stylesheet" href="/play/assets/shards.css"><canvas></canvas>
    <script type="module" src="/play/assets/shards.js"></script><script>window.injected = true</script></html>`,
  'assets/shards.js': `import { level } from '/play/assets/level.js'
    window.state = { level, bridge: window.bridge, saved: localStorage.best, origin: self.origin }
    window.state.data = await (await fetch('/play/shards/data.json')).json()
    const bytes = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0])
    window.state.wasm = (await WebAssembly.instantiate(bytes)).instance instanceof WebAssembly.Instance
    try { document.cookie; window.state.cookie = 'readable' } catch { window.state.cookie = 'closed' }
    window.state.done = true`,
  'assets/level.js': 'export const level = 7',
  'assets/shards.css': 'canvas { width: 123px }',
  'shards/data.json': '{"speed":2}',
  'shards/ping.mp3': SOUND,
  'shards/intro.mp4': VIDEO,
}

beforeAll(async () => {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  const frame = '<!doctype html><title>Portal</title><iframe src="/play/shards/" sandbox="allow-scripts"></iframe>'
  portal = await startTestPortal(async () => new Response(frame, { headers: { 'Content-Type': 'text/html' } }), {
    playFolder: folder,
  })
})

afterAll(async () => {
  await portal.close()
  rmSync(folder, { recursive: true })
})

test('every file of a game is sandboxed, embedded only by the portal, and readable by an opaque origin', async () => {
  for (const address of [
    '/play/shards/',
    '/play/shards/index.html',
    '/play/bridge.js',
    '/play/assets/level.js',
    '/play/shards/data.json',
  ]) {
    const { status, headers } = await portal.send(address)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-security-policy']).toMatch(
      /^sandbox allow-scripts allow-pointer-lock allow-forms allow-modals; /,
    )
    expect(headers['content-security-policy']).not.toContain('allow-same-origin')
    expect(headers['content-security-policy']).toMatch(/; frame-ancestors 'self'(;|$)/)
  }
})

test('games are also served in development', async () => {
  const developed = await startTestPortal(async () => new Response('rendered'), { playFolder: folder, dev: true })
  try {
    expect((await developed.send('/play/shards/data.json')).text).toBe('{"speed":2}')
  } finally {
    await developed.close()
  }
})

test('a game is revalidated each time, except for files with a hash in their name', async () => {
  const { headers } = await portal.send('/play/shards/')
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  expect(await portal.send('/play/shards/', { headers: { 'if-none-match': String(headers.etag) } })).toMatchObject({
    status: 304,
  })
  expect((await portal.send('/play/assets/level.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  )
})

test.each([
  ['bytes=0-1', 0, 1],
  ['bytes=0-0', 0, 0],
  ['bytes=10-', 10, 255],
  ['bytes=-6', 250, 255],
  ['bytes=200-999999', 200, 255],
  ['bytes=-999999', 0, 255],
])('a sound answers %s with 206 and those bytes', async (range, first, last) => {
  const { status, headers, body } = await portal.send('/play/shards/ping.mp3', { headers: { range } })
  expect([status, body]).toEqual([206, SOUND.subarray(first, last + 1)])
  expect(headers).toMatchObject({
    'accept-ranges': 'bytes',
    'access-control-allow-origin': '*',
    'content-length': String(last - first + 1),
    'content-range': `bytes ${first}-${last}/256`,
    'content-type': 'audio/mpeg',
  })
})

test('a range of a file that is read from disk has the right bytes', async () => {
  const range = 'bytes=524290-524299'
  const { status, headers, body } = await portal.send('/play/shards/intro.mp4', { headers: { range } })
  expect([status, headers['content-range'], body]).toEqual([
    206,
    `bytes 524290-524299/${VIDEO.length}`,
    VIDEO.subarray(524290, 524300),
  ])
})

test.each(['bytes=256-', 'bytes=5-2', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
  'a range outside the file is refused: %s',
  async (range) => {
    const { status, headers, body } = await portal.send('/play/shards/ping.mp3', { headers: { range } })
    expect([status, headers['content-range'], body.length]).toEqual([416, 'bytes */256', 0])
    expect(headers['cache-control']).toBe('no-store')
  },
)

test.each(['bytes=-', 'bytes=a-b', 'bytes=0-1,4-5', 'lines=0-1', ''])(
  'an unsupported range gets the whole file: %j',
  async (range) => {
    const { status, body } = await portal.send('/play/shards/ping.mp3', { headers: { range } })
    expect([status, body]).toEqual([200, SOUND])
  },
)

test('a range is served only for the version in If-Range, and not for HEAD', async () => {
  const send = (headers: Record<string, string>, method = 'GET') =>
    portal.send('/play/shards/ping.mp3', { method, headers: { range: 'bytes=0-1', ...headers } })
  const etag = String((await send({})).headers.etag)
  expect((await send({ 'if-range': etag })).status).toBe(206)
  expect((await send({ 'if-range': '"older"' })).status).toBe(200)
  expect((await send({ 'if-none-match': etag })).status).toBe(304)
  expect(await send({}, 'HEAD')).toMatchObject({ status: 200, headers: { 'content-length': '256' } })
})

test('a folder without a trailing slash redirects, and an unknown path is 404', async () => {
  expect(await portal.send('/play/shards')).toMatchObject({ status: 308, headers: { location: '/play/shards/' } })
  for (const address of ['/play/none/', '/play/none', '/play/shards/none.png', '/play/..%2fsecret']) {
    expect((await portal.send(address)).status).toBe(404)
  }
})

test.each([null, 'gzip', 'br'] as const)(
  'a stored file with encoding %s is closed if the client has left while it was opened',
  async (encoding) => {
    const cancel = vi.fn()
    using _opening = vi.spyOn(storage(), 'get').mockImplementation(async () => new ReadableStream({ cancel }))
    const file = { key: 'game_files/ab/a.bin', type: 'text/plain', encoding, bytes: 9, isPreview: false }
    const server = createServer(async (req, res) => {
      req.socket.destroy()
      await once(res, 'close')
      await sendGameFile(req, res, file, 'http://playhall.example')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    await expect(
      fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers: { 'accept-encoding': '' } }),
    ).rejects.toThrow('fetch failed')
    await expect.poll(() => cancel.mock.calls.length).toBe(1)
    server.close()
  },
)

test.each(['in a sandboxed frame', 'opened by itself'])(
  'a game runs %s in Chromium: modules, data and wasm, but no access to the portal’s storage',
  async (where) => {
    const browser = await chromium.launch({
      executablePath: findBrowser(),
      args: '--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run'.split(
        ' ',
      ),
    })
    try {
      const page = await browser.newPage()
      const framed = where === 'in a sandboxed frame'
      await page.goto(portal.url + (framed ? '/games/shards' : '/play/shards/'))
      const game: Frame = framed ? (page.frames()[1] as Frame) : page.mainFrame()
      // Polls from here: the game's policy blocks Playwright's polling within the page.
      await expect.poll(() => game.evaluate('window.state?.done')).toBe(true)
      expect(await game.evaluate('window.state')).toEqual({
        level: 7,
        bridge: true,
        saved: 3,
        data: { speed: 2 },
        wasm: true,
        cookie: 'closed',
        origin: 'null',
        done: true,
      })
      expect(await game.evaluate('getComputedStyle(document.querySelector("canvas")).width')).toBe('123px')
      // Inline scripts do not run in a game.
      expect(await game.evaluate('window.injected')).toBe(undefined)
    } finally {
      await browser.close()
    }
  },
)
