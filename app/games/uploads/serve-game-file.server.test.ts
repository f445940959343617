import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/fixtures/database.ts'
import { createPlayer } from '../../../testing/fixtures/players.ts'
import { SCORE_PAGE, zipOf } from '../../../testing/fixtures/zips.ts'
import { dropAllCached } from '../../server/cache/data-cache.server.ts'
import { runClosers } from '../../server/http/shutdown.server.ts'
import { startTestPortal, type TestPortal } from '../../server/http/testing.server.ts'
import { openLog } from '../../server/process/log.server.ts'
import type { Player } from '../../server/sessions/session.server.ts'
import { setGameStatus } from '../management/save-game.server.ts'
import { findManagedGame } from '../management/managed-game.server.ts'
import { addGame } from './add-game.server.ts'
import { findGameFile } from './find-game-file.server.ts'
import { receiveZip } from './archive/receive-zip.server.ts'
import { previewHref } from './preview-token.server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-serve-'))
const SOUND = Buffer.from(Array.from({ length: 3000 }, (_, at) => at % 256))
const DATA = Buffer.from('unity data '.repeat(500))
const SCRIPT = `console.log('${'lamp '.repeat(600)}')`

let world: Awaited<ReturnType<typeof createTestDatabase>>
let portal: TestPortal
let operator: Player
let url: string
let heldUrl: string

beforeAll(async () => {
  process.env.DATA_DIR = folder
  openLog({ level: 'silent', pretty: false })
  world = await createTestDatabase()
  operator = (await createPlayer({ role: 'operator' })) as unknown as Player
  portal = await startTestPortal(async () => new Response('rendered'), { findGameFile })
  const ids = [await add(operator, 'Served'), await add(operator, 'Held')]
  await setGameStatus({ operator, id: ids[0]! }, { from: 'pending', to: 'published', reason: '' })
  url = (await findManagedGame(ids[0]!))!.url!
  heldUrl = (await findManagedGame(ids[1]!))!.url!
})
afterAll(async () => {
  await portal.close()
  await runClosers(() => {})
  await world.drop()
  rmSync(folder, { recursive: true })
})

async function add(operator: Player, title: string): Promise<number> {
  const zip = zipOf([
    ['index.html', SCORE_PAGE],
    ['ping.mp3', SOUND],
    ['game.js', SCRIPT],
    ['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['Build/game.data', 'not a page of the router'],
    ['Build/game.data.gz', gzipSync(DATA)],
    ['empty.txt', ''],
    ['<script>alert(1)</script>\'".txt', 'x'],
  ])
  const form = new FormData()
  form.set('zip', new File([new Uint8Array(zip)], 'a.zip'))
  const about = { title, description: '', howToPlay: '', categories: ['Puzzle'], controls: null, width: null, height: null, playsOnPhones: null } // prettier-ignore
  const request = new Request('http://portal.example/', { method: 'POST', body: form })
  const result = await receiveZip(request, (_, useZip) => useZip((upload) => addGame(operator, about, upload)))
  if ('fault' in result) throw new Error(result.fault)
  return result.done
}

const BR = { 'accept-encoding': 'gzip, deflate, br, zstd' }

test('every file, an SVG and a page, too, is sandboxed and stored for ever', async () => {
  for (const name of ['', 'index.html', 'game.js', 'logo.svg', 'ping.mp3', 'Build/game.data']) {
    const { status, headers } = await portal.send(url + name, { headers: BR })
    expect(status, name).toBe(200)
    expect(headers, name).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    const policy = headers['content-security-policy']
    expect(policy, name).toMatch(
      /^sandbox allow-scripts allow-pointer-lock allow-forms allow-modals; default-src 'self'/,
    )
    expect(policy, name).not.toContain('allow-same-origin')
    expect(policy, name).toContain(`frame-ancestors 'self'`)
  }
})

test('a page is compressed, has the bridge, and is unpacked for clients that cannot', async () => {
  const script = await portal.send(`${url}game.js`, { headers: BR })
  expect(script.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
  expect(brotliDecompressSync(script.body).toString()).toBe(SCRIPT)
  for (const headers of [
    { 'accept-encoding': 'identity' },
    { 'accept-encoding': 'gzip' },
    { 'accept-encoding': 'gzip, br;q=0' },
  ]) {
    const plain = await portal.send(`${url}game.js`, { headers })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.text).toBe(SCRIPT)
  }
  expect((await portal.send(url)).text).toContain('<head><script src="/play/bridge.js"></script>')
})

test('a file that is compressed in the zip keeps its encoding and has the type of what is in it', async () => {
  const { headers, body } = await portal.send(`${url}Build/game.data.gz`, { headers: BR })
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/octet-stream' })
  expect(body).toEqual(gzipSync(DATA))
  expect((await portal.send(`${url}Build/game.data.gz`)).body).toEqual(DATA)
})

test('ranges, HEAD and 304 work as for included games', async () => {
  const whole = await portal.send(`${url}ping.mp3`)
  expect(whole.headers).toMatchObject({
    'content-length': '3000',
    'accept-ranges': 'bytes',
    'content-type': 'audio/mpeg',
  })
  const { etag } = whole.headers
  const range = (value: string, more = {}) => portal.send(`${url}ping.mp3`, { headers: { range: value, ...more } })
  const part = await range('bytes=100-199')
  expect([part.status, part.headers['content-range'], part.body]).toEqual([
    206, 'bytes 100-199/3000', SOUND.subarray(100, 200),
  ]) // prettier-ignore
  expect((await range('bytes=-5')).body).toEqual(SOUND.subarray(2995))
  expect((await range('bytes=2990-9999')).body).toEqual(SOUND.subarray(2990))
  expect((await range('bytes=3000-')).status).toBe(416)
  expect((await range('bytes=0-1', { 'if-range': '"other"' })).body).toEqual(SOUND)
  const head = await portal.send(`${url}ping.mp3`, { method: 'HEAD' })
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '3000', 0])
  expect((await portal.send(`${url}ping.mp3`, { headers: { 'if-none-match': etag! } })).status).toBe(304)
  const empty = await portal.send(`${url}empty.txt`)
  expect([empty.status, empty.headers['content-length'], empty.text]).toEqual([200, '0', ''])
})

test('other methods and other paths get nothing', async () => {
  expect((await portal.send(`${url}index.html`, { method: 'POST' })).status).not.toBe(200)
  const redirect = await portal.send(url.slice(0, -1))
  expect([redirect.status, redirect.headers.location]).toEqual([308, url])
  for (const name of ['none.js', '..%2findex.html', '..%2f..%2fetc%2fpasswd', 'index.html%00', 'INDEX.HTML'])
    expect((await portal.send(url + name)).status, name).not.toBe(200)
  const missing = await portal.send(`${url}none.js`)
  expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store'])
  expect((await portal.send(`${url}${encodeURIComponent('<script>alert(1)</script>\'".txt')}`)).text).toBe('x')
})

test('nobody gets the files of a deleted game, even with an address that was a preview', async () => {
  const id = await add(operator, 'Deleted')
  const preview = previewHref((await findManagedGame(id))!.url!)
  expect((await portal.send(preview)).status).toBe(200)
  await setGameStatus({ operator, id }, { from: 'pending', to: 'deleted', reason: '' })
  // No node listens for purges in this test.
  dropAllCached()
  expect((await portal.send(preview)).status).toBe(404)
  expect((await portal.send(`${preview}game.js`)).status).toBe(404)
})

test('the files of a game that is not public need the address of its preview, and no cache stores them', async () => {
  expect((await portal.send(heldUrl)).status).toBe(404)
  const preview = await portal.send(previewHref(heldUrl))
  expect([preview.status, preview.headers['cache-control']]).toEqual([200, 'private, max-age=600'])
  expect((await portal.send(`${previewHref(heldUrl)}game.js`)).text).toBe(SCRIPT)
})
