import type { IncomingHttpHeaders } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { requestState } from './http-state.server.ts'
import { gate, sharedPage, startTestPortal, type TestPortal } from './http-testing.server.ts'
import { pageKey } from './page-cache-policy.server.ts'
import { purgeAllSharedData, purgeSharedData, sharedData } from './shared-data.server.ts'
import { EVERYBODY, partsOf, viewOf } from './view.server.ts'

let portal: TestPortal
let renders = 0
afterEach(async () => {
  vi.useRealTimers()
  purgeAllSharedData()
  renders = 0
  await portal?.close()
})

/** A second view, which the portal does not have: lanterns are shown to who says so. */
const viewOfLanterns = ({ 'x-lanterns': lanterns }: IncomingHttpHeaders) => (lanterns ? 'lanterns' : EVERYBODY)
const LANTERNS = { 'x-lanterns': 'lit' }

/** What a render knows of its view, and which render it is. */
const told = () => `${requestState()?.view} ${++renders}`

/** The text of a page, as everybody sees it and with lanterns. */
async function seen(path = '/', headers: Record<string, string> = {}): Promise<string[]> {
  const everybody = await portal.send(path, { headers })
  const lanterns = await portal.send(path, { headers: { ...headers, ...LANTERNS } })
  return [everybody.text, lanterns.text]
}

test('whatever a request says, it is given what everybody is', () => {
  expect(viewOf({ host: 'elsewhere.example', cookie: 'view=lanterns' })).toBe('everybody')
})

test('a page that is kept for one view is not shown to another', async () => {
  portal = await startTestPortal(async () => sharedPage(told()), { viewOf: viewOfLanterns })
  for (let round = 0; round < 2; round++) expect(await seen('/games?b=2&a=1')).toEqual(['everybody 1', 'lanterns 2'])
  expect(portal.cache.size().entries).toBe(2)
})

test('a page is asked for by its address alone, whoever it is for', async () => {
  portal = await startTestPortal(async (request) => sharedPage(request.url), { viewOf: viewOfLanterns })
  const address = 'http://playhall.example/games?a=1&b=2'
  expect(await seen('/games?b=2&a=1')).toEqual([address, address])
})

test('who waits for a page waits for none of another view', async () => {
  const { opened, open } = gate()
  const handle = async () => {
    const page = told()
    await opened
    return sharedPage(page)
  }
  portal = await startTestPortal(handle, { viewOf: viewOfLanterns })
  const asked = [{}, LANTERNS, {}, LANTERNS].map((headers) => portal.send('/', { headers }))
  await expect.poll(portal.heard).toBe(4)
  open()
  expect((await Promise.all(asked)).map(({ text }) => text.split(' ')[0])).toEqual([
    'everybody',
    'lanterns',
    'everybody',
    'lanterns',
  ])
  expect(renders).toBe(2)
})

test('a stale page is refreshed for its own view', async () => {
  const asked: string[] = []
  const handle = async (request: Request) => {
    asked.push(request.url)
    return sharedPage(told())
  }
  portal = await startTestPortal(handle, { viewOf: viewOfLanterns })
  vi.useFakeTimers({ toFake: ['performance'] })
  await seen('/games?a=1')
  vi.advanceTimersByTime(60_001)
  expect((await portal.send('/games?a=1')).text).toBe('everybody 1')
  await expect.poll(async () => (await portal.send('/games?a=1')).text).toBe('everybody 3')
  expect((await portal.send('/games?a=1', { headers: LANTERNS })).text).toBe('lanterns 2')
  await expect.poll(() => seen('/games?a=1')).toEqual(['everybody 3', 'lanterns 4'])
  expect(new Set(asked)).toEqual(new Set(['http://playhall.example/games?a=1']))
})

test('a purge drops the page of every view, and each is rendered anew for its own', async () => {
  portal = await startTestPortal(async () => sharedPage(told(), { tags: 'games' }), { viewOf: viewOfLanterns })
  await seen()
  portal.cache.purge(['games'])
  expect(await seen()).toEqual(['everybody 3', 'lanterns 4'])
  portal.cache.expireAll()
  expect(await seen()).toEqual(['everybody 5', 'lanterns 6'])
})

test('shared data is kept for each view, also on the pages of players', async () => {
  const handle = async () => new Response(await sharedData('home', ['games'], async () => told()))
  portal = await startTestPortal(handle, { viewOf: viewOfLanterns })
  const headers = { cookie: 'playhall_session=1' }
  for (const round of [headers, {}]) expect(await seen('/', round)).toEqual(['everybody 1', 'lanterns 2'])
  purgeSharedData(['games'])
  for (const round of [headers, {}]) expect(await seen('/', round)).toEqual(['everybody 3', 'lanterns 4'])
})

test('a purge while data is read for two views keeps neither', async () => {
  const { opened, open } = gate()
  const load = async () => {
    const data = told()
    await opened
    return data
  }
  portal = await startTestPortal(async () => new Response(await sharedData('home', ['games'], load)), {
    viewOf: viewOfLanterns,
  })
  const early = [{}, LANTERNS].map((headers) => portal.send('/', { headers }))
  await expect.poll(() => renders).toBe(2)
  purgeSharedData(['games'])
  open()
  expect((await Promise.all(early)).map(({ text }) => text).toSorted()).toEqual(['everybody 1', 'lanterns 2'])
  expect(await seen()).toEqual(['everybody 3', 'lanterns 4'])
})

test('outside of a request data is that of everybody', async () => {
  portal = await startTestPortal(async () => new Response(await sharedData('home', [], async () => told())), {
    viewOf: viewOfLanterns,
  })
  await seen()
  expect(await sharedData('home', [], async () => told())).toBe('everybody 1')
})

test.each(['/', '/games?a=1', '/%0Agames', '/games?lanterns=%0A', '//x'])('the key of %j gives both parts', (url) => {
  for (const view of [EVERYBODY, 'lanterns']) expect(partsOf(pageKey(url, view)!)).toEqual({ view, own: url })
})
