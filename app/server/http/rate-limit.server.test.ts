import { afterEach, expect, test, vi } from 'vitest'
import { startTestPortal, type TestPortal } from './testing.server.ts'
import { countAgainst, limit, tooManyMessage } from './rate-limit.server.ts'

let portal: TestPortal
afterEach(() => portal?.close())

async function search(request: Request): Promise<Response> {
  try {
    await limit('search', request)
    return new Response('found')
  } catch (refused) {
    // Like React Router: the boundary's response has the status, but not the headers.
    return new Response('boundary', { status: (refused as Response).status })
  }
}

test('a search past the limit gets 429 and Retry-After', async () => {
  portal = await startTestPortal(search)
  for (let i = 0; i < 60; i++) expect((await portal.send(`/search?q=${i}`)).status).toBe(200)
  const refused = await portal.send('/search?q=60')
  expect(refused.status).toBe(429)
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds > 0 && seconds <= 60).toBe(true)
})

test('addresses of one IPv6 /64 share a limit, and the next /64 has its own', async () => {
  portal = await startTestPortal(search)
  const from = (address: string) => portal.send('/search', { headers: { 'x-forwarded-for': address } })
  for (let i = 0; i < 60; i++) await from(`2001:db8:9:9::${i.toString(16)}`)
  expect((await from('2001:db8:9:9:ffff::1')).status).toBe(429)
  expect((await from('2001:db8:9:a::1')).status).toBe(200)
})

test('a client cannot choose its address with a header', async () => {
  portal = await startTestPortal(search, { trustProxy: 0 })
  const statuses = new Set<number>()
  for (let i = 0; i < 61; i++) {
    const headers = { 'x-forwarded-for': `198.51.100.${i}`, 'x-client-ip': `198.51.100.${i}` }
    statuses.add((await portal.send('/search', { headers })).status)
  }
  expect([...statuses]).toEqual([200, 429])
})

test('the refusal has a message for people', async () => {
  const request = new Request('http://x/', { headers: { 'x-client-ip': '192.0.2.200' } })
  for (let i = 0; i < 60; i++) await limit('views', request)
  const refused = (await limit('views', request).catch((thrown: unknown) => thrown)) as Response
  expect(refused.status).toBe(429)
  expect(await refused.text()).toMatch(/^Too many requests\. You can try again in \d+ seconds\.$/)
  expect(tooManyMessage(1)).toContain('in 1 second.')
  expect(tooManyMessage(299)).toContain('in 5 minutes.')
  expect(tooManyMessage(5400)).toContain('in 90 minutes.')
  expect(tooManyMessage(5401)).toContain('in 2 hours.')
  expect(tooManyMessage(86_400)).toContain('in 24 hours.')
  expect(tooManyMessage(240, 'post')).toBe('You can post again in 4 minutes.')
})

test('a background refresh has no address and is not counted', async () => {
  for (let i = 0; i < 100; i++) await limit('search', new Request('http://x/'))
})

test('a flood of addresses cannot exhaust memory: the oldest are dropped', () => {
  const flood = (count: number) => {
    for (let at = 0; at < count; at++) countAgainst('views', `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`)
  }
  for (let i = 0; i < 60; i++) countAgainst('views', '192.0.2.201')
  flood(20_000)
  expect(countAgainst('views', '192.0.2.201')).toBeGreaterThan(0)
  flood(60_000)
  expect(countAgainst('views', '192.0.2.201')).toBe(0)
})

test('a count expires after its window', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  for (let i = 0; i < 61; i++) countAgainst('kept', '192.0.2.202')
  vi.advanceTimersByTime(59_000)
  expect(countAgainst('kept', '192.0.2.202')).toBe(1)
  vi.advanceTimersByTime(1001)
  expect(countAgainst('kept', '192.0.2.202')).toBe(0)
  vi.useRealTimers()
})
