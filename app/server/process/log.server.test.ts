import { DrizzleQueryError } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { cacheHeaders, startTestPortal, type TestPortal } from '../http/testing.server.ts'
import { log, openLog, prettyLine } from './log.server.ts'

let portal: TestPortal | undefined
let lines: string[] = []
afterEach(() => portal?.close())

function listen(level = 'info'): void {
  lines = []
  openLog({ level, pretty: false, sink: { write: (line) => void lines.push(line) } })
}

test('each request is logged as one JSON line, without query, body, cookies or address', async () => {
  listen()
  portal = await startTestPortal(async (request) => {
    return request.method === 'GET' ? cacheHeaders('x') : new Response('made', { status: 201 })
  })
  await portal.send('/games/a"b?q=secret')
  await portal.send('/games/a%22b?q=secret')
  await portal.send('/posts?token=secret', {
    method: 'POST',
    body: 'secret',
    headers: { origin: 'http://playhall.example', cookie: 'session=secret', 'x-forwarded-for': '203.0.113.5' },
  })
  const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(read).toMatchObject([
    { level: 'info', method: 'GET', path: '/games/a%22b', status: 200 },
    { level: 'info', method: 'GET', path: '/games/a%22b', status: 200, from: 'cache' },
    { level: 'info', method: 'POST', path: '/posts', status: 201 },
  ])
  for (const { time, ms } of read) {
    expect(Math.abs(Date.now() - Date.parse(String(time)))).toBeLessThan(60_000)
    expect(ms).toBeTypeOf('number')
  }
  expect(lines.join()).not.toMatch(/secret|203\.0\.113|127\.0\.0\.1/)
})

test('log times follow a clock that is set back', async () => {
  listen()
  portal = await startTestPortal(async () => new Response('x'))
  await portal.send('/')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  await portal.send('/')
  vi.useRealTimers()
  const [before = 0, after = 0] = lines.map((line) => Date.parse((JSON.parse(line) as { time: string }).time))
  expect((before - after) / 60_000).toBeCloseTo(60, 0)
})

test('on a terminal successful file requests are not shown', async () => {
  lines.length = 0
  openLog({ level: 'info', pretty: true, sink: { write: (text) => lines.push(text) } })
  portal = await startTestPortal(async (request) => {
    return new Response('x', { status: request.url.endsWith('/2/320') ? 502 : 200 })
  })
  for (const path of ['/pictures/1/320', '/games', '/pictures/2/320', '/assets/none.js']) await portal.send(path)
  const paths = lines.map((line) => (JSON.parse(line) as { path: string }).path)
  expect(paths).toEqual(['/games', '/pictures/2/320', '/assets/none.js'])
})

test('at a level above info requests are not logged', async () => {
  listen('warn')
  portal = await startTestPortal(async () => new Response('x'))
  await portal.send('/')
  expect(lines).toEqual([])
})

test('a failed query is logged without its values', () => {
  listen()
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(a@b.example)' })
  log().error(
    { err: new DrizzleQueryError('insert into users values ($1)', ['a@b.example'], cause) },
    'A request failed',
  )
  expect(lines.join()).not.toContain('a@b.example')
  expect(JSON.parse(lines[0] as string)).toMatchObject({
    level: 'error',
    message: 'A request failed',
    err: { message: 'Failed query: insert into users values ($1)', cause: { message: 'duplicate key', code: '23505' } },
  })
})

test('on a terminal a request is one short line', () => {
  const line = {
    level: 'info',
    time: '2026-11-21T10:00:00.000Z',
    method: 'GET',
    path: '/games',
    status: 200,
    ms: 1.5,
    from: 'cache',
  }
  // oxlint-disable-next-line no-control-regex -- the colours of a terminal begin with one
  const text = prettyLine(JSON.stringify(line)).replace(/\x1b\[\d+m/g, '')
  expect(text).toMatch(/^\d\d:00:00 GET {2}\/games 200 1\.5 ms cache\n$/)
})

test('on a terminal a missing page is named', () => {
  const line = { level: 'info', time: '2026-11-21T10:00:00.000Z', missing: '/nowhere', message: 'No such page' }
  expect(prettyLine(JSON.stringify(line))).toContain('No such page: /nowhere\n')
})
