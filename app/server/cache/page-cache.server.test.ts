import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { gate, cacheHeaders, startTestPortal, type TestPortal } from '../http/testing.server.ts'
import { createPageCache } from './page-cache.server.ts'
import { isEntry, type Page } from './page-cache-entry.server.ts'

const LONG = `<p>${'All the games of the hall. '.repeat(200)}</p>`
let portal: TestPortal
afterEach(async () => {
  vi.useRealTimers()
  await portal?.close()
})

/** From here on, only the test advances the clock. */
const freezeTime = () => void vi.useFakeTimers({ toFake: ['performance'] })

test('concurrent requests for a page share one render', async () => {
  let renders = 0
  const { opened, open } = gate()
  portal = await startTestPortal(async () => {
    renders += 1
    await opened
    return cacheHeaders('home')
  })
  const requests = Array.from({ length: 50 }, () => portal.send('/'))
  await expect.poll(portal.heard).toBe(50)
  open()
  expect((await Promise.all(requests)).every((answer) => answer.text === 'home')).toBe(true)
  expect(renders).toBe(1)
})

test('a fresh page is served without a render', async () => {
  let renders = 0
  portal = await startTestPortal(async () => cacheHeaders(`render ${++renders}`))
  await portal.send('/')
  expect((await portal.send('/')).text).toBe('render 1')
})

test('a stale page is served and refreshed once in the background', async () => {
  let renders = 0
  const second = gate()
  portal = await startTestPortal(async () => {
    const mine = ++renders
    if (mine === 2) await second.opened
    return cacheHeaders(`render ${mine}`)
  })
  freezeTime()
  await portal.send('/')
  vi.advanceTimersByTime(60_001)
  const answers = await Promise.all(Array.from({ length: 10 }, () => portal.send('/')))
  expect(answers.every((answer) => answer.text === 'render 1')).toBe(true)
  second.open()
  await expect.poll(async () => (await portal.send('/')).text).toBe('render 2')
  expect(renders).toBe(2)
})

test('a page past its stale time is rendered before it is served', async () => {
  let renders = 0
  portal = await startTestPortal(async () => cacheHeaders(`render ${++renders}`, { stale: 0 }))
  freezeTime()
  await portal.send('/')
  vi.advanceTimersByTime(60_001)
  expect((await portal.send('/')).text).toBe('render 2')
})

test('setting the clock back does not extend the lifetime of a page', async () => {
  let renders = 0
  portal = await startTestPortal(async () => cacheHeaders(`render ${++renders}`, { stale: 0 }))
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  await portal.send('/')
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(60_001)
  expect((await portal.send('/')).text).toBe('render 2')
})

test('a failed refresh leaves the stale page', async () => {
  let broken = false
  portal = await startTestPortal(async () => {
    if (broken) return new Response('broken', { status: 500 })
    return cacheHeaders('good')
  })
  freezeTime()
  await portal.send('/')
  broken = true
  vi.advanceTimersByTime(60_001)
  for (let i = 0; i < 3; i++) expect(await portal.send('/')).toMatchObject({ status: 200, text: 'good' })
})

test('a purge by tag drops the pages that have the tag and no others', async () => {
  let renders = 0
  portal = await startTestPortal(async (request) => {
    return cacheHeaders(`render ${++renders}`, {
      tags: new URL(request.url).pathname === '/a' ? 'games, game:12' : 'blog',
    })
  })
  await portal.send('/a')
  await portal.send('/b')
  portal.cache.purge(['game:12'])
  expect((await portal.send('/b')).text).toBe('render 2')
  expect((await portal.send('/a')).text).toBe('render 3')
})

test('a render that began before a purge is returned but not cached', async () => {
  let renders = 0
  const first = gate()
  portal = await startTestPortal(async () => {
    const mine = ++renders
    if (mine === 1) await first.opened
    return cacheHeaders(`render ${mine}`, { tags: 'games' })
  })
  const early = portal.send('/')
  await expect.poll(() => renders).toBe(1)
  portal.cache.purge(['games'])
  // A request after the purge must not wait for a render that began earlier.
  expect((await portal.send('/')).text).toBe('render 2')
  first.open()
  expect((await early).text).toBe('render 1')
  expect((await portal.send('/')).text).toBe('render 2')
})

test('a purge of other tags does not prevent caching of a running render', async () => {
  let renders = 0
  const { opened, open } = gate()
  portal = await startTestPortal(async () => {
    const mine = ++renders
    await opened
    return cacheHeaders(`render ${mine}`, { tags: 'games' })
  })
  const requests = portal.send('/')
  await expect.poll(() => renders).toBe(1)
  portal.cache.purge(['blog'])
  open()
  await requests
  expect((await portal.send('/')).text).toBe('render 1')
})

test('after a gap in the purges every page is rendered again', async () => {
  let renders = 0
  portal = await startTestPortal(async () => cacheHeaders(`render ${++renders}`))
  await portal.send('/')
  portal.cache.expireAll()
  expect((await portal.send('/')).text).toBe('render 2')
})

test('a request with a session cookie neither reads nor fills the cache', async () => {
  const seen: (string | null)[] = []
  portal = await startTestPortal(async (request) => {
    seen.push(request.headers.get('cookie'))
    return cacheHeaders(request.headers.get('cookie') ? 'mine' : 'shared')
  })
  const headers = { cookie: 'theme=dark; __Host-playhall.session_token=abc' }
  expect(await portal.send('/', { headers })).toMatchObject({
    text: 'mine',
    headers: { 'cache-control': 'private, no-store' },
  })
  expect((await portal.send('/')).text).toBe('shared')
  expect((await portal.send('/', { headers })).text).toBe('mine')
  expect(seen).toEqual([headers.cookie, null, headers.cookie])
})

test('a shared page is rendered without the cookies of its first visitor, a private one with them', async () => {
  portal = await startTestPortal(async (request) => {
    const cookie = request.headers.get('cookie') ?? 'none'
    return new URL(request.url).pathname === '/own' ? new Response(cookie) : cacheHeaders(cookie)
  })
  const headers = { cookie: 'theme=dark' }
  expect((await portal.send('/', { headers })).text).toBe('none')
  expect((await portal.send('/own', { headers })).text).toBe('theme=dark')
})

test.each([
  ['errors', () => new Response('no', { status: 500, headers: { 'Cache-Control': 'public, s-maxage=60' } })],
  ['responses that set a cookie', () => cacheHeaders('x', { headers: { 'Set-Cookie': 'a=b' } })],
  ['responses that vary by cookie', () => cacheHeaders('x', { headers: { Vary: 'Cookie' } })],
  ['responses that do not declare it', () => new Response('x')],
  ['private responses', () => new Response('x', { headers: { 'Cache-Control': 'private, s-maxage=60' } })],
  ['undeclared 404s', () => new Response('x', { status: 404 })],
])('%s are never cached', async (_, answer) => {
  let renders = 0
  portal = await startTestPortal(async () => (renders++, answer()))
  await portal.send('/')
  await portal.send('/')
  expect(renders).toBe(2)
})

test('concurrent requests for a response that is not shared get one each', async () => {
  let renders = 0
  const { opened, open } = gate()
  portal = await startTestPortal(async () => {
    const mine = ++renders
    await opened
    return new Response(`own ${mine}`, { headers: { 'Set-Cookie': `visitor=${mine}` } })
  })
  const requests = [portal.send('/'), portal.send('/'), portal.send('/')]
  await expect.poll(portal.heard).toBe(3)
  open()
  expect(new Set((await Promise.all(requests)).map((answer) => answer.text)).size).toBe(3)
})

test('a 404 that declares it is cached with its status', async () => {
  let renders = 0
  portal = await startTestPortal(async () => {
    renders += 1
    return new Response('nothing', { status: 404, headers: { 'Cache-Control': 'public, s-maxage=60' } })
  })
  await portal.send('/x')
  expect(await portal.send('/x', { headers: { 'if-none-match': '*' } })).toMatchObject({ status: 404, text: 'nothing' })
  expect(renders).toBe(1)
})

test('brotli, gzip and plain responses have the same content, and depend on Accept-Encoding', async () => {
  portal = await startTestPortal(async () => cacheHeaders(LONG))
  for (let round = 0; round < 2; round++) {
    const br = await portal.send('/', { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } })
    const gzip = await portal.send('/', { headers: { 'accept-encoding': 'gzip, br;q=0' } })
    const plain = await portal.send('/', { headers: { 'accept-encoding': 'deflate' } })
    expect([br, gzip, plain].map((answer) => answer.headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
    expect(brotliDecompressSync(br.body).toString()).toBe(LONG)
    expect(gunzipSync(gzip.body).toString()).toBe(LONG)
    expect(plain.text).toBe(LONG)
    for (const answer of [br, gzip, plain]) {
      expect(answer.headers.vary).toBe('Accept-Encoding')
      expect(answer.headers['content-length']).toBe(String(answer.body.length))
    }
    expect(new Set([br, gzip, plain].map((answer) => answer.headers.etag)).size).toBe(3)
  }
})

test('a client that has the page gets 304 without a body', async () => {
  portal = await startTestPortal(async () => cacheHeaders(LONG))
  const headers = { 'accept-encoding': 'br' }
  const { etag } = (await portal.send('/', { headers })).headers
  for (const known of [etag, `"other", W/${etag}`, '*']) {
    const again = await portal.send('/', { headers: { ...headers, 'if-none-match': String(known) } })
    expect(again).toMatchObject({ status: 304, text: '', headers: { etag, vary: 'Accept-Encoding' } })
  }
  expect((await portal.send('/', { headers: { ...headers, 'if-none-match': '"other"' } })).status).toBe(200)
})

test('HEAD is answered from the cached GET', async () => {
  let renders = 0
  portal = await startTestPortal(async (request) => (renders++, cacheHeaders(request.method)))
  const missing = await portal.send('/', { method: 'HEAD' })
  const got = await portal.send('/')
  const cachedHead = await portal.send('/', { method: 'HEAD' })
  expect(got.text).toBe('GET')
  for (const head of [missing, cachedHead]) {
    expect(head).toMatchObject({ status: 200, text: '', headers: { etag: got.headers.etag, 'content-length': '3' } })
  }
  expect(renders).toBe(1)
})

test('browsers revalidate each time, and a CDN may share', async () => {
  portal = await startTestPortal(async () => cacheHeaders('x', { tags: 'games' }))
  for (let round = 0; round < 2; round++) {
    expect((await portal.send('/')).headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate, s-maxage=60',
      'cdn-cache-control': 'public, max-age=60, stale-while-revalidate=600',
      'cache-tag': 'games',
    })
  }
})

test('the data of a page is cached by the browser for minutes, separately for different cookies', async () => {
  portal = await startTestPortal(async () => cacheHeaders('x'))
  expect((await portal.send('/games.data?page=2')).headers).toMatchObject({
    'cache-control': 'public, max-age=180, s-maxage=60',
    vary: 'Accept-Encoding, Cookie',
  })
})

test('pages are cached by query values and .data form, but not by query order', async () => {
  const rendered: string[] = []
  portal = await startTestPortal(async (request) => {
    rendered.push(request.url.slice('http://playhall.example'.length))
    return cacheHeaders(request.url)
  })
  for (const path of [
    '/games?b=2&a=1',
    '/games?a=1&b=2',
    '/games?a=1&b=3',
    '/games.data?a=1&b=2',
    '/games?',
    '/games',
  ]) {
    await portal.send(path)
  }
  expect(rendered).toEqual(['/games?a=1&b=2', '/games?a=1&b=3', '/games.data?a=1&b=2', '/games'])
})

test('a header of the first request cannot change the shared page', async () => {
  portal = await startTestPortal(async (request) => {
    return cacheHeaders(`${request.url} ${request.headers.get('x-forwarded-host')}`)
  })
  await portal.send('/', { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } })
  expect((await portal.send('/')).text).toBe('http://playhall.example/ null')
})

test('the cache respects its limits of entries and bytes, and evicts the least recently used', async () => {
  const render = async (key: string): Promise<Page> => ({
    status: 200,
    headers: cacheHeaders('').headers,
    body: Buffer.from(key.startsWith('/big') ? 'x'.repeat(50_000) : key),
  })
  const cache = createPageCache({ render, maxEntries: 100, maxBytes: 500_000, maxPageBytes: 60_000 })
  for (let i = 0; i < 500; i++) await cache.read(`/games?q=${i}`)
  expect(cache.size().entries).toBe(100)
  expect(cache.peek('/games?q=499')).toBeDefined()
  expect(cache.peek('/games?q=1')).toBeUndefined()
  for (let i = 0; i < 50; i++) await cache.read(`/big${i}`)
  expect(cache.size().bytes).toBeLessThanOrEqual(500_000)
  expect(cache.size().entries).toBeGreaterThan(5)
})

test('a page is cached in the requested encoding, and decompressed for a client that accepts none', async () => {
  const body = Buffer.from(LONG)
  const cache = createPageCache({ render: async () => ({ status: 200, headers: cacheHeaders('').headers, body }) })
  const entry = await cache.read('/')
  if (!isEntry(entry)) throw new Error('not cached')
  const before = cache.size().bytes - body.length
  const gzip = await cache.variantOf(entry, 'gzip')
  expect(cache.size().bytes - before).toBe((gzip.body as Buffer).length)
  const [br, plain] = await Promise.all([cache.variantOf(entry, 'br'), cache.variantOf(entry, 'identity')])
  expect((plain.body as Buffer).toString()).toBe(LONG)
  const all = [gzip, br, plain].reduce((sum, { body }) => sum + (body as Buffer).length, 0)
  expect(cache.size().bytes - before).toBe(all)
  cache.purge([])
  cache.expireAll()
  await cache.read('/')
  expect(cache.size()).toEqual({ entries: 1, bytes: before + all })
})

test('an oversized page is served for a few seconds, then rendered again', async () => {
  let renders = 0
  portal = await startTestPortal(async () => cacheHeaders(`${++renders} ${'x'.repeat(2000)}`), {
    cacheLimits: { maxPageBytes: 1000 },
  })
  freezeTime()
  for (let i = 0; i < 3; i++) expect((await portal.send('/')).text).toMatch(/^1 /)
  vi.advanceTimersByTime(5001)
  expect((await portal.send('/')).text).toMatch(/^2 /)
})

test('a page larger than a quarter of the cache and an overlong path are rendered each time', async () => {
  let renders = 0
  portal = await startTestPortal(async () => (renders++, cacheHeaders('x'.repeat(2000))), {
    cacheLimits: { maxPageBytes: 1000, maxBytes: 7000 },
  })
  await portal.send('/')
  await portal.send('/')
  expect(renders).toBe(2)
  await portal.send(`/?q=${'x'.repeat(2000)}`)
  expect(portal.cache.size().entries).toBe(0)
})
