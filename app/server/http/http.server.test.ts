import { request } from 'node:http'
import { connect } from 'node:net'
import { chromium } from '@playwright/test'
import { afterEach, expect, test } from 'vitest'
import { findBrowser } from '../../../cli/browser.mjs'
import { gate, cacheHeaders, startTestPortal, type TestPortal } from './testing.server.ts'
import type { BuiltRoutes } from './route-table.server.ts'
import { scriptNonce } from './request-state.server.ts'
import { config } from '../process/config.server.ts'
import { openLog } from '../process/log.server.ts'
import { formOf } from './request-body.server.ts'

process.env.AUTH_SECRET = 'a secret of thirty-two characters'
let portal: TestPortal
afterEach(() => portal?.close())

const hello = async () => new Response('hello')

test('every response has the security headers, and none names the server software', async () => {
  portal = await startTestPortal(async () => cacheHeaders('x', { headers: { 'X-Powered-By': 'x' } }))
  await portal.send('/')
  for (const path of ['/', '/healthz', '/assets/none.js', '/%', '/own']) {
    const { headers } = await portal.send(path)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('strict-transport-security')
  }
})

test('on https browsers are required to stay on https', async () => {
  portal = await startTestPortal(async () => cacheHeaders('x'), { siteUrl: 'https://playhall.example' })
  const { headers } = await portal.send('/')
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
})

test('health responds at once, and readiness reports whether pages have what they need', async () => {
  let isReady = true
  portal = await startTestPortal(hello, { readiness: async () => ({ isReady, text: `database: ${isReady}\n` }) })
  expect((await portal.send('/healthz')).status).toBe(200)
  expect((await portal.send('/readyz')).status).toBe(200)
  isReady = false
  // The tests' requests come through a proxy.
  expect(await portal.send('/readyz')).toMatchObject({ status: 503, text: 'not ready\n' })
  config().readyzToken = 'the token of tests'
  const headers = { authorization: 'Bearer the token of tests' }
  expect(await portal.send('/readyz', { headers })).toMatchObject({ status: 503, text: 'database: false\n' })
  expect((await portal.send('/healthz')).status).toBe(200)
})

test('unsupported methods get 405 and the list of supported ones', async () => {
  portal = await startTestPortal(
    async (request) => new Response(null, { status: request.method === 'GET' ? 200 : 405 }),
  )
  const headers = { origin: 'http://playhall.example' }
  for (const method of ['OPTIONS', 'TRACE', 'PROPFIND', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await portal.send('/', { method, headers })
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
  }
  expect(await portal.send('/healthz', { method: 'POST' })).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD' },
  })
})

test('below /admin unsupported methods get the 404 of an unknown address', async () => {
  const render = async () => new Response(null, { status: 405 })
  portal = await startTestPortal(render, {
    routes: { ...ROUTES, act: { path: 'admin/act', module: { handle: { methods: ['POST'] } } } },
  })
  const headers = { origin: 'http://playhall.example' }
  for (const [method, path] of [
    ['GET', '/admin/act'],
    ['PUT', '/admin/act.data'],
    ['PUT', '/ADMIN/act/'],
    ['PUT', '/%61dmin/act'],
    ['PUT', '/x/../admin/act?a=1'],
    ['TRACE', '/admin'],
    ['TRACE', '/admin/none'],
    ['PUT', '/admin/none'],
  ] as const) {
    const answer = await portal.send(path, { method, headers })
    expect([answer.status, answer.headers.allow, answer.text], `${method} ${path}`).toEqual([
      404, undefined, 'This page does not exist.\n',
    ]) // prettier-ignore
  }
  expect((await portal.send('/administer', { method: 'PUT', headers })).status).toBe(405)
})

test('a route with declared methods is not called for others, and refusals are not counted', async () => {
  let handled = 0
  const handle = async () => (handled++, new Response(null, { status: 204 }))
  portal = await startTestPortal(handle, { routes: ROUTES })
  const headers = { origin: 'http://playhall.example' }
  expect((await portal.send('/lamps/4/lit', { method: 'POST', headers })).status).toBe(204)
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']) {
    const answer = await portal.send('/lamps/4/lit', { method, headers })
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST'])
  }
  for (const path of ['/lamps/4/lit/', '/LAMPS/4/lit', '/lamps/4/lit.data', '/lamps/4/%6cit?x=1', '/x/../lamps/4/lit'])
    expect((await portal.send(path)).status, path).toBe(405)
  expect(handled).toBe(1)
  expect((await portal.send('/lamps/4', { method: 'HEAD' })).status).toBe(204)
  expect((await portal.send('/lamps/4', { method: 'PUT', headers })).status).toBe(204)
  expect((await portal.send('/lamps/4', { method: 'POST', headers })).headers.allow).toBe('GET, PUT')
  const statuses = await Promise.all(
    Array.from({ length: 310 }, async () => (await portal.send('/lamps/4/lit')).status),
  )
  expect(new Set(statuses)).toEqual(new Set([405]))
})

const ROUTES: BuiltRoutes = {
  lit: { path: 'lamps/:id/lit', module: { handle: { methods: ['POST'] } } },
  lamp: { path: 'lamps/:id', module: { handle: { methods: ['GET', 'PUT'] } } },
  pictures: { path: 'pictures/:id/:width', module: { handle: { files: /^\/pictures\/[1-9]\d*\/(?:320|640)$/ } } },
  files: { path: 'files/*', module: { handle: { files: /^\/files\/[\w/]+\.webp$/ } } },
}

test('malformed URLs get 400', async () => {
  portal = await startTestPortal(hello)
  for (const path of ['/%E0%A4%A', '/%', '/games%00', '/games?q=%00'])
    expect((await portal.send(path)).status).toBe(400)
  expect((await portal.send('/', { headers: { host: 'a b' } })).status).toBe(400)
})

test('an absolute URL in the request line is reduced to its path', async () => {
  portal = await startTestPortal(async (request) => new Response(request.url))
  expect((await portal.send('http://evil.example/games?a=1')).text).toBe('http://playhall.example/games?a=1')
  expect((await portal.send('//evil.example/x')).text).toBe('http://playhall.example//evil.example/x')
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is refused from another site', async (method) => {
  portal = await startTestPortal(async () => new Response('changed'))
  const send = (headers: Record<string, string>) => portal.send('/like', { method, headers })
  for (const origin of ['http://evil.example', 'null', 'http://playhall.example.evil', 'https://playhall.example']) {
    expect(await send({ origin, 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 403 })
  }
  expect((await send({})).status).toBe(403)
  expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await send({ 'sec-fetch-site': 'same-origin' })).text).toBe('changed')
  expect((await send({ origin: 'http://playhall.example' })).text).toBe('changed')
})

test('without SITE_URL the host of the request counts as the site’s own', async () => {
  portal = await startTestPortal(async (request) => new Response(new URL(request.url).origin), { siteUrlIsSet: false })
  const send = (origin: string) =>
    portal.send('/like', { method: 'POST', headers: { origin, host: '192.168.0.7:3000' } })
  expect(await send('http://192.168.0.7:3000')).toMatchObject({ status: 200, text: 'http://192.168.0.7:3000' })
  expect((await send('http://evil.example')).status).toBe(403)
})

test('the renderer gets the body and the client’s real address', async () => {
  portal = await startTestPortal(async (request) => {
    return new Response(`${request.headers.get('x-client-ip')} ${await request.text()}`)
  })
  const headers = {
    origin: 'http://playhall.example',
    'x-forwarded-for': '6.6.6.6, 203.0.113.5',
    'x-client-ip': '7.7.7.7',
  }
  expect((await portal.send('/', { method: 'POST', headers, body: 'a=1' })).text).toBe('203.0.113.5 a=1')
})

test('a body that no handler reads is never read', async () => {
  portal = await startTestPortal(async () => new Response('read', { headers: { 'Content-Type': 'text/plain' } }))
  const headers = { origin: 'http://playhall.example', 'content-length': String(64 << 20) }
  const url = new URL(portal.url)
  const answer = await new Promise<number>((resolve, reject) => {
    const sent = request({ host: url.hostname, port: url.port, method: 'POST', path: '/', headers }, (came) => {
      resolve(came.statusCode ?? 0)
      sent.destroy()
    })
    sent.on('error', reject)
    // Sends only the headers: waiting for the body would never end.
    sent.flushHeaders()
  })
  expect(answer).toBe(200)
})

test('an aborted upload is logged as one line with 499, not as an error', async () => {
  const lines: string[] = []
  openLog({ level: 'info', pretty: false, sink: { write: (line) => void lines.push(line) } })
  portal = await startTestPortal(async (incoming) => {
    const form = await formOf(incoming).catch((refused: unknown) => refused as Response)
    return form instanceof Response ? form : new Response('whole')
  })
  const url = new URL(portal.url)
  const headers = {
    origin: 'http://playhall.example',
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': '1000',
  }
  const sent = request({ host: url.hostname, port: url.port, method: 'POST', path: '/', headers })
  sent.on('error', () => {})
  sent.write('a=1')
  await expect.poll(portal.heard).toBe(1)
  sent.destroy()
  await expect.poll(() => lines.length).toBe(1)
  expect(JSON.parse(lines[0] as string)).toMatchObject({ level: 'info', path: '/', status: 499 })
})

test.each([401, 403, 429])('the log line of a request refused with %i has the client’s hash', async (status) => {
  const lines: string[] = []
  openLog({ level: 'info', pretty: false, sink: { write: (line) => void lines.push(line) } })
  portal = await startTestPortal(
    async (incoming) => new Response('no', { status: incoming.url.endsWith('/let') ? 200 : status }),
  )
  const headers = { cookie: 'playhall_session=1', 'x-forwarded-for': '192.0.2.7' }
  for (const path of ['/let', '/refused', '/refused-again']) await portal.send(path, { headers })
  const [letIn, refused, again] = lines.map((line) => JSON.parse(line) as { client?: string })
  expect(letIn).not.toHaveProperty('client')
  expect(refused!.client).toMatch(/^[\w-]{16}$/)
  expect(again!.client).toBe(refused!.client)
  expect(lines.join()).not.toContain('192.0.2.7')
})

test('a request whose client disconnects during rendering is logged as 499', async () => {
  const lines: string[] = []
  openLog({ level: 'info', pretty: false, sink: { write: (line) => void lines.push(line) } })
  const rendering = gate()
  portal = await startTestPortal(async ({ signal }) => {
    rendering.open()
    await new Promise((left) => signal.addEventListener('abort', left))
    return new Response('That failed', { status: 500, headers: { 'Content-Type': 'text/html' } })
  })
  const sent = request(portal.url, { path: '/slow', headers: { cookie: 'playhall_session=1' } })
  sent.on('error', () => {})
  sent.end()
  await rendering.opened
  sent.destroy()
  await expect.poll(() => lines.length).toBe(1)
  expect(JSON.parse(lines[0] as string)).toMatchObject({ path: '/slow', status: 499 })
})

test.each([
  ['/files/%2e%2e/games', '/games'],
  ['/files/../games', '/games'],
  ['/pictures/1/..%5C../games', '/pictures/1/..%5C../games'],
  ['/games/./snake', '/games/snake'],
  ['http://elsewhere.example/games?a=1', '/games'],
])('%j is treated as %j by all layers', async (sent, path) => {
  portal = await startTestPortal(async (incoming) => new Response(new URL(incoming.url).pathname), { routes: ROUTES })
  const headers = { cookie: 'playhall_session=1' }
  const answer = await portal.send(sent, { headers })
  expect(answer.headers['cache-control']).toMatch(/private|no-store/)
  expect(answer.text.trim()).toBe(path.startsWith('/pictures') ? 'This file doesn’t exist.' : path)
})

test('invalid paths of pictures and files are not rendered, but count towards the limit', async () => {
  let rendered = 0
  const handle = async () => {
    rendered++
    return new Response('This file doesn’t exist.', { status: 404 })
  }
  portal = await startTestPortal(handle, { routes: ROUTES })
  for (const path of [
    '/files/x',
    '/pictures/',
    '/pictures/1/999',
    '/pictures/a/320',
    '/files/a/b.html',
    '/pictures/0/320',
  ])
    expect(await portal.send(path)).toMatchObject({ status: 404, text: 'This file doesn’t exist.\n' })
  expect(rendered).toBe(0)
  const statuses = await Promise.all(Array.from({ length: 300 }, async () => (await portal.send('/files/x')).status))
  expect(statuses.filter((status) => status === 429)).toHaveLength(6)
  const misses = await Promise.all(
    Array.from({ length: 61 }, async (_, at) => (await portal.send(`/pictures/${at + 1}/320`)).status),
  )
  expect(misses.filter((status) => status === 429)).toHaveLength(1)
})

test('a page for one client is compressed and never marked as shared', async () => {
  const body = '<p>text</p>'.repeat(1000)
  portal = await startTestPortal(async () => new Response(body, { headers: { 'Content-Type': 'text/html' } }))
  const { headers, body: sent } = await portal.send('/', { headers: { 'accept-encoding': 'br' } })
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'Accept-Encoding',
    'cache-control': 'private, no-cache',
  })
  expect(sent.length).toBeLessThan(200)
})

test('a large file is streamed', async () => {
  const chunk = new Uint8Array(1 << 16)
  let left = 64
  const stream = () => new ReadableStream({ pull: (to) => (left-- > 0 ? to.enqueue(chunk) : to.close()) })
  portal = await startTestPortal(async () => new Response(stream(), { headers: { 'Content-Type': 'image/webp' } }))
  expect((await portal.send('/')).body.length).toBe(64 << 16)
})

test('a bug gives a page without internals', async () => {
  portal = await startTestPortal(async () => {
    throw new Error('secret detail')
  })
  const { status, text } = await portal.send('/', { headers: { accept: 'text/html' } })
  expect(status).toBe(500)
  expect(text).toContain('<h1>Something went wrong</h1>')
  expect(text).not.toContain('secret')
})

test('after 300 requests in 5 minutes a visitor has to wait, except for cached pages', async () => {
  portal = await startTestPortal(async (request) => {
    return new URL(request.url).pathname === '/shared' ? cacheHeaders('shared') : new Response('own')
  })
  await portal.send('/shared')
  for (let i = 0; i < 299; i++) expect((await portal.send('/own')).status).toBe(200)
  const refused = await portal.send('/own', { headers: { accept: 'text/html' } })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(200)
  expect(refused.text).toContain('You can try again in 5 minutes.')
  expect((await portal.send('/shared')).status).toBe(200)
  expect((await portal.send('/own', { headers: { 'x-forwarded-for': '203.0.113.77' } })).status).toBe(200)
})

test('an aborted connection does no harm', async () => {
  portal = await startTestPortal(async () => new Response('x'.repeat(1 << 20)))
  const socket = connect(Number(new URL(portal.url).port), '127.0.0.1')
  await new Promise<void>((resolve) => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n', () => resolve()))
  socket.destroy()
  expect((await portal.send('/')).status).toBe(200)
})

test('Chromium runs the portal’s own inline scripts without violations', async () => {
  portal = await startTestPortal(async () =>
    cacheHeaders(`<!doctype html><html lang="en"><head><title>x</title>
      <script nonce="${scriptNonce()}">document.title = 'first'; window.order = ['<!--', 1]</script>
      <script type="application/ld+json">{"@type":"WebSite"}</script>
      <script nonce="${scriptNonce()}" type="module">window.order.push("module € ü")</script></head>
      <body><p style="color: red">text</p><SCRIPT nonce="${scriptNonce()}" async>window.order.push(2)</SCRIPT></body></html>`),
  )
  const browser = await chromium.launch(CHROMIUM)
  try {
    const page = await browser.newPage()
    const violations: string[] = []
    page.on('console', (message) => violations.push(message.text()))
    for (let round = 0; round < 2; round++) {
      await page.goto(portal.url)
      expect(await page.title()).toBe('first')
      expect(await page.evaluate('window.order.length')).toBe(4)
      expect(await page.evaluate('getComputedStyle(document.querySelector("p")).color')).toBe('rgb(255, 0, 0)')
    }
    expect(violations.filter((text) => !text.includes('favicon') && !text.includes('404'))).toEqual([])
    expect((await portal.send('/')).text).not.toContain('nonce=')
  } finally {
    await browser.close()
  }
})

test('Chromium blocks an injected script', async () => {
  portal = await startTestPortal(async () =>
    cacheHeaders(`<title>x</title><script nonce="${scriptNonce()}">window.ours = true</script>
      <script>window.theirs = true</script><img src="x:" onerror="window.theirs = true">`),
  )
  const browser = await chromium.launch(CHROMIUM)
  try {
    const page = await browser.newPage()
    await page.goto(portal.url)
    expect(await page.evaluate('[window.ours, window.theirs]')).toEqual([true, undefined])
  } finally {
    await browser.close()
  }
})

const CHROMIUM = {
  executablePath: findBrowser(),
  args: '--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run'.split(
    ' ',
  ),
}
