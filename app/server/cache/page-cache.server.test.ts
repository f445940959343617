import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { gate, cacheHeaders, startTestPortal, type TestPortal } from '../http/testing.server.ts'
import { createPageCache, isEntry, type Page } from './page-cache.server.ts'

const LONG = `<p>${'All the games of the hall. '.repeat(200)}</p>`
let portal: TestPortal
afterEach(async () => {
  vi.useRealTimers()
  await portal?.close()
})

/** From now on, only the test advances the clock. */
const holdTime = () => void vi.useFakeTimers({ toFake: ['performance'] })

test('a missing page is rendered once however many ask', async () => {
  let renders = 0
  const { opened, open } = gate()
  portal = await startTestPortal(async () => {
    renders += 1
    await opened
    return cacheHeaders('home')
  })
  const asked = Array.from({ length: 50 }, () => portal.send('/'))
  await expect.poll(portal.heard).toBe(50)
  open()
  expect((await Promise.all(asked)).every((answer) => answer.text === 'home')).toBe(true)
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
  holdTime()
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
  holdTime()
  await portal.send('/')
  vi.advanceTimersByTime(60_001)
  expect((await portal.send('/')).text).toBe('render 2')
})

test('a clock that is set back freezes no page', async () => {
  let renders = 0
  portal = await startTestPortal(async () => cacheHeaders(`render ${++renders}`, { stale: 0 }))
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  await portal.send('/')
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(60_001)
  expect((await portal.send('/')).text).toBe('render 2')
})

test('a refresh that fails leaves the stale page', async () => {
  let broken = false
  portal = await startTestPortal(async () => {
    if (broken) return new Response('broken', { status: 500 })
    return cacheHeaders('good')
  })
  holdTime()
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

test('a render that began before a purge is answered but not kept', async () => {
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
  // A request after the purge must not wait for a render that began before it.
  expect((await portal.send('/')).text).toBe('render 2')
  first.open()
  expect((await early).text).toBe('render 1')
  expect((await portal.send('/')).text).toBe('render 2')
})

test('a purge of other tags lets a running render be kept', async () => {
  let renders = 0
  const { opened, open } = gate()
  portal = await startTestPortal(async () => {
    const mine = ++renders
    await opened
    return cacheHeaders(`render ${mine}`, { tags: 'games' })
  })
  const asked = portal.send('/')
  await expect.poll(() => renders).toBe(1)
  portal.cache.purge(['blog'])
  open()
  await asked
  expect((await portal.send('/')).text).toBe('render 1')
})

test('after a gap in the purges every page is rendered anew', async () => {
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

test('a shared page is rendered without the cookies of who asked first, and its own page with them', async () => {
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
  ['answers that set a cookie', () => cacheHeaders('x', { headers: { 'Set-Cookie': 'a=b' } })],
  ['answers that vary by cookie', () => cacheHeaders('x', { headers: { Vary: 'Cookie' } })],
  ['answers that do not declare it', () => new Response('x')],
  ['private answers', () => new Response('x', { headers: { 'Cache-Control': 'private, s-maxage=60' } })],
  ['undeclared 404s', () => new Response('x', { status: 404 })],
])('%s are never kept', async (_, answer) => {
  let renders = 0
  portal = await startTestPortal(async () => (renders++, answer()))
  await portal.send('/')
  await portal.send('/')
  expect(renders).toBe(2)
})

test('who waits together for an answer that is not shared gets one each', async () => {
  let renders = 0
  const { opened, open } = gate()
  portal = await startTestPortal(async () => {
    const mine = ++renders
    await opened
    return new Response(`own ${mine}`, { headers: { 'Set-Cookie': `visitor=${mine}` } })
  })
  const asked = [portal.send('/'), portal.send('/'), portal.send('/')]
  await expect.poll(portal.heard).toBe(3)
  open()
  expect(new Set((await Promise.all(asked)).map((answer) => answer.text)).size).toBe(3)
})

test('a 404 that declares it is kept with its status', async () => {
  let renders = 0
  portal = await startTestPortal(async () => {
    renders += 1
    return new Response('nothing', { status: 404, headers: { 'Cache-Control': 'public, s-maxage=60' } })
  })
  await portal.send('/x')
  expect(await portal.send('/x', { headers: { 'if-none-match': '*' } })).toMatchObject({ status: 404, text: 'nothing' })
  expect(renders).toBe(1)
})

test('brotli, gzip and plain say the same, and only to who reads them', async () => {
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

test('who has the page gets 304 without a body', async () => {
  portal = await startTestPortal(async () => cacheHeaders(LONG))
  const headers = { 'accept-encoding': 'br' }
  const { etag } = (await portal.send('/', { headers })).headers
  for (const known of [etag, `"other", W/${etag}`, '*']) {
    const again = await portal.send('/', { headers: { ...headers, 'if-none-match': String(known) } })
    expect(again).toMatchObject({ status: 304, text: '', headers: { etag, vary: 'Accept-Encoding' } })
  }
  expect((await portal.send('/', { headers: { ...headers, 'if-none-match': '"other"' } })).status).toBe(200)
})

test('HEAD is answered from the page of GET', async () => {
  let renders = 0
  portal = await startTestPortal(async (request) => (renders++, cacheHeaders(request.method)))
  const missing = await portal.send('/', { method: 'HEAD' })
  const got = await portal.send('/')
  const kept = await portal.send('/', { method: 'HEAD' })
  expect(got.text).toBe('GET')
  for (const head of [missing, kept]) {
    expect(head).toMatchObject({ status: 200, text: '', headers: { etag: got.headers.etag, 'content-length': '3' } })
  }
  expect(renders).toBe(1)
})

test('browsers ask again each time, and a CDN may share', async () => {
  portal = await startTestPortal(async () => cacheHeaders('x', { tags: 'games' }))
  for (let round = 0; round < 2; round++) {
    expect((await portal.send('/')).headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate, s-maxage=60',
      'cdn-cache-control': 'public, max-age=60, stale-while-revalidate=600',
      'cache-tag': 'games',
    })
  }
})

test('the data of a page stays in the browser for minutes, for the same cookies', async () => {
  portal = await startTestPortal(async () => cacheHeaders('x'))
  expect((await portal.send('/games.data?page=2')).headers).toMatchObject({
    'cache-control': 'public, max-age=180, s-maxage=60',
    vary: 'Accept-Encoding, Cookie',
  })
})

test('the order of a query does not matter, its values and the .data form do', async () => {
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

test('a header of the first who asks cannot change the shared page', async () => {
  portal = await startTestPortal(async (request) => {
    return cacheHeaders(`${request.url} ${request.headers.get('x-forwarded-host')}`)
  })
  await portal.send('/', { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } })
  expect((await portal.send('/')).text).toBe('http://playhall.example/ null')
})

test('the cache keeps to its bounds in entries and bytes, and drops what was used least', async () => {
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

test('a page is kept in the encoding that was asked for, and unpacked for who takes none', async () => {
  const body = Buffer.from(LONG)
  const cache = createPageCache({ render: async () => ({ status: 200, headers: cacheHeaders('').headers, body }) })
  const entry = await cache.read('/')
  if (!isEntry(entry)) throw new Error('not kept')
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

test('an oversized page is served for a few seconds and is then rendered again', async () => {
  let renders = 0
  portal = await startTestPortal(async () => cacheHeaders(`${++renders} ${'x'.repeat(2000)}`), {
    cacheLimits: { maxPageBytes: 1000 },
  })
  holdTime()
  for (let i = 0; i < 3; i++) expect((await portal.send('/')).text).toMatch(/^1 /)
  vi.advanceTimersByTime(5001)
  expect((await portal.send('/')).text).toMatch(/^2 /)
})

test('a page larger than a quarter of the cache, and an address that is too long, are rendered each time', async () => {
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
